#include "cli/report/anatomy_dot.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "cli/report/names.h"
#include "cli/text/quantity.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

// A label of several lines as Graphviz reads it: quoted.
std::string label(const std::vector<std::string>& lines) {
  std::string text = "\"";
  for (const std::string& line : lines) {
    if (text.size() > 1) text += "\\n";
    for (const char c : line) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text + '"';
}

std::string level_node(const Trace& trace, const Level& level, std::size_t at) {
  const CallId id = trace.tensors[level.target].call;
  const Call& call = trace.calls[id];
  return fmt::format(
      "  level{} [label={}];\n", at,
      label({fmt::format("{}: {}", at + 1, printable(trace.operator_name(id))),
             tensor_text(trace, level.target), fmt::format("asks for {}", whole_bytes(call.need)),
             fmt::format("locks {}", whole_bytes(level.locked))}));
}

std::string storage_boxes(const Trace& trace, const Level& level, std::size_t at) {
  std::string text;
  for (const StorageId storage : level.locks) {
    const TensorId root = trace.storages[storage].root;
    text += fmt::format(
        "  storage{} [shape=box, label={}];\n", root,
        label({storage_text(trace, storage), whole_bytes(trace.storages[storage].size)}));
    text += fmt::format("  level{} -> storage{} [style=dashed, arrowhead=none];\n", at, root);
  }
  return text;
}

std::string pinned_box(const MemoryPart& pinned) {
  if (pinned.storages == 0) return "";
  return fmt::format("  pinned [shape=box, label={}];\n",
                     label({"pinned for good", fmt::format("{} storages", pinned.storages),
                            whole_bytes(pinned.bytes)}));
}

}  // namespace

std::string anatomy_dot(const Trace& trace, const Anatomy& anatomy, Bytes budget) {
  std::string text = fmt::format(
      "digraph anatomy {{\n  label={};\n  node [shape=ellipse];\n",
      label({fmt::format("{} bytes in use + {} asked for, budget {}", whole_bytes(anatomy.memory),
                         whole_bytes(anatomy.need), whole_bytes(budget))}));
  for (std::size_t at = 0; at < anatomy.chain.size(); ++at) {
    text += level_node(trace, anatomy.chain[at], at);
    if (at > 0) text += fmt::format("  level{} -> level{};\n", at - 1, at);
    text += storage_boxes(trace, anatomy.chain[at], at);
  }
  return text + pinned_box(anatomy.split.pinned) + "}\n";
}

}  // namespace rematfuzz::cli
