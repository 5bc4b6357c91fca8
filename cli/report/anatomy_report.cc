#include "cli/report/anatomy_report.h"

#include <fmt/format.h>

#include <vector>

#include "cli/report/names.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

Json part_json(const MemoryPart& part) {
  return {{"bytes", part.bytes}, {"storages", part.storages}};
}

Json split_json(const MemorySplit& split) {
  Json json;
  json["in_use"] = part_json(split.in_use());
  json["pinned"] = part_json(split.pinned);
  json["locked"] = part_json(split.locked);
  json["evictable"] = part_json(split.evictable);
  json["kept_out"] = part_json(split.kept_out);
  json["not_evictable"] = part_json(split.not_evictable());
  return json;
}

Json level_json(const Trace& trace, const Level& level, std::size_t depth) {
  const Call& call = trace.calls[trace.tensors[level.target].call];
  Json json;
  json["depth"] = depth;
  json.update(tensor_json(trace, level.target));
  json["rematerialized"] = level.rematerialize;
  json["cost"] = call.cost;
  json["need"] = call.need;
  json["locked"] = level.locked;
  json["locks"] = Json::array();
  for (const StorageId storage : level.locks) json["locks"].push_back(storage_json(trace, storage));
  return json;
}

Json chain_json(const Trace& trace, const std::vector<Level>& chain) {
  Json json = Json::array();
  for (std::size_t i = 0; i < chain.size(); ++i) json.push_back(level_json(trace, chain[i], i + 1));
  return json;
}

Json kept_out_json(const Trace& trace, const Anatomy& anatomy) {
  Json json = Json::array();
  for (const StorageId storage : anatomy.kept_out) {
    Json one = storage_json(trace, storage);
    one["by"] = "retain";
    json.push_back(one);
  }
  return json;
}

Json anatomy_json(const Trace& trace, Bytes budget, const Explanation& explanation) {
  const Anatomy& anatomy = explanation.moment();
  Json json;
  json["moment"] = explanation.failure ? "failure" : "most_pinned";
  json["step"] = anatomy.step;
  json["output_condition"] = anatomy.output_condition;
  json.update(tensor_json(trace, anatomy.target()));
  json["arguments"] = Json::array();
  for (const TensorId argument : trace.args_of(trace.tensors[anatomy.target()].call))
    json["arguments"].push_back({{"tensor", argument}, {"label", trace.label(argument)}});
  json["need"] = anatomy.need;
  json["short"] = explanation.failure ? Json(anatomy.excess(budget)) : Json(nullptr);
  json["memory"] = split_json(anatomy.split);
  json["fully_pinned"] = anatomy.fully_pinned();
  json["kept_out"] = kept_out_json(trace, anatomy);
  json["depth"] = anatomy.depth();
  json["chain"] = chain_json(trace, anatomy.chain);
  return json;
}

std::string storages_text(std::uint64_t storages) {
  return fmt::format("{} {}", show_count(storages), storages == 1 ? "storage" : "storages");
}

std::string place_text(const Trace& trace, const Anatomy& anatomy) {
  const TensorId own = anatomy.chain.front().target;
  return fmt::format("{}, {}, for {} = {}", step_text(trace, anatomy.step),
                     anatomy.output_condition ? "at the output condition" : "in the program",
                     tensor_text(trace, own), call_text(trace, own));
}

std::string heading_text(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                         const Explanation& explanation) {
  const Anatomy& anatomy = explanation.moment();
  const RunResult& result = explanation.result;
  Table table;
  table.add({{"trace"}, {printable(trace.name), Style::strong}});
  table.add({{"policy"}, {setup_text(setup, trace.trace)}});
  table.add(
      {{"budget"}, {fmt::format("{}, ratio {:.6g}", exact_bytes(budget.bytes), budget.ratio)}});
  table.add({{"result"}, {std::string(name_of(result.result)), style_of(result.result)}});
  if (result.result == Outcome::pass)
    table.add({{"overhead"}, {overhead_text(trace.baseline, result)}});
  table.add({{"moment"},
             {explanation.failure ? "of the failure" : "when most was pinned, before evictions"}});
  table.add({{"place"}, {place_text(trace.trace, anatomy)}});
  table.add({{"call"},
             {fmt::format("{} = {}, {} deep", tensor_text(trace.trace, anatomy.target()),
                          call_text(trace.trace, anatomy.target()), show_count(anatomy.depth()))}});
  table.add({{"asks for"}, {exact_bytes(anatomy.need)}});
  if (explanation.failure)
    table.add({{"short by"}, {exact_bytes(anatomy.excess(budget.bytes)), Style::bad}});
  return table.text();
}

std::string memory_text(const Anatomy& anatomy, Bytes budget) {
  Table table({"memory", "bytes", "storages"}, {Align::left, Align::right, Align::right});
  const auto add_part = [&](const char* name, const MemoryPart& part) {
    table.add({{name}, {whole_bytes(part.bytes)}, {show_count(part.storages)}});
  };
  const MemorySplit& split = anatomy.split;
  add_part("pinned", split.pinned);
  add_part("+ locked", split.locked);
  add_part("+ evictable", split.evictable);
  add_part("+ kept out", split.kept_out);
  add_part("= in use", split.in_use());
  const auto add_bytes = [&](const char* name, Bytes bytes) {
    table.add({{name}, {whole_bytes(bytes)}, {""}});
  };
  add_bytes("+ asked for", anatomy.need);
  add_bytes("- budget", budget);
  add_bytes(anatomy.excess(budget) > 0 ? "= too many" : "= too many (it fits)",
            anatomy.excess(budget));
  return table.text();
}

std::string frontier_text(const Trace& trace, const Anatomy& anatomy) {
  if (anatomy.fully_pinned())
    return "fully pinned: the pool is empty, and all that is in memory is locked or pinned\n";
  std::string text = "not fully pinned:";
  if (anatomy.split.evictable.storages > 0)
    text += fmt::format(" {} in the pool;", storages_text(anatomy.split.evictable.storages));
  if (anatomy.split.kept_out.storages > 0)
    text += fmt::format(" {} kept from the policy (--retain);",
                        storages_text(anatomy.split.kept_out.storages));
  text.back() = '\n';
  constexpr std::size_t shown = 10;
  for (std::size_t i = 0; i < anatomy.kept_out.size() && i < shown; ++i) {
    const StorageId storage = anatomy.kept_out[i];
    text += fmt::format("  {}, {}\n", storage_text(trace, storage),
                        exact_bytes(trace.storages[storage].size));
  }
  if (anatomy.kept_out.size() > shown)
    text += fmt::format("  ... {} more ...\n", anatomy.kept_out.size() - shown);
  return text;
}

std::string nesting_text(const Trace& trace, const Pressure& pressure) {
  return fmt::format("nesting: {} where most was pinned ({} bytes of {}, {}), {} at most\n",
                     show_count(pressure.depth), whole_bytes(pressure.pinned.bytes),
                     storages_text(pressure.pinned.storages), step_text(trace, pressure.step),
                     show_count(pressure.deepest));
}

Table chain_table(const Trace& trace, const std::vector<Level>& chain) {
  Table table({"depth", "operator", "tensor", "cost", "asks for", "locks"},
              {Align::right, Align::left, Align::left, Align::right, Align::right, Align::right});
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const TensorId target = chain[i].target;
    const Call& call = trace.calls[trace.tensors[target].call];
    table.add({{show_count(i + 1)},
               {printable(trace.operator_name(trace.tensors[target].call))},
               {tensor_text(trace, target)},
               {show_time(call.cost)},
               {whole_bytes(call.need)},
               {whole_bytes(chain[i].locked)}});
  }
  return table;
}

// One line a level, below a heading; the middle of a long chain is left out.
std::string chain_text(const Trace& trace, const Anatomy& anatomy, bool whole) {
  constexpr std::size_t top = 6;
  constexpr std::size_t bottom = 8;
  std::string text = chain_table(trace, anatomy.chain).text();
  const std::size_t levels = anatomy.chain.size();
  if (whole || levels <= top + bottom + 1) return text;
  std::size_t cut = 0;
  for (std::size_t line = 0; line < top + 1; ++line) cut = text.find('\n', cut) + 1;
  std::size_t resume = text.size();
  for (std::size_t line = 0; line < bottom; ++line) resume = text.rfind('\n', resume - 2) + 1;
  return fmt::format("{}  ... {} levels ...\n{}", text.substr(0, cut),
                     show_count(levels - top - bottom), text.substr(resume));
}

// The sum of the last column, and what it leaves out.
std::string locked_text(const Anatomy& anatomy) {
  Bytes sum = 0;
  for (const Level& level : anatomy.chain) sum += level.locked;
  const Bytes rest = anatomy.split.locked.bytes - sum;
  std::string text = fmt::format(
      "locks: {} bytes in all, each storage at the first level that locks it\n", whole_bytes(sum));
  if (rest != 0)
    text += fmt::format("{} bytes are locked by no level (RuntimeV1 leaves locks behind)\n",
                        whole_bytes(rest));
  return text;
}

std::string next_text(const LoadedTrace& trace, const Setup& setup, Bytes budget,
                      const RunResult& result) {
  const std::string path = shell_word(trace.path);
  const std::string options = setup_options(setup, trace.trace);
  if (result.result == Outcome::oom)
    return fmt::format("next: rematfuzz blame {} --budget {} {}\n", path, budget, options);
  // The nearest budget whose run is another one.
  const Bytes other =
      result.smallest_refused != unlimited ? result.smallest_refused : result.peak_memory - 1;
  if (other < 0) return fmt::format("next: rematfuzz info {}\n", path);
  return fmt::format("next: rematfuzz diff {} --budget {} --budget {} {}\n", path, budget, other,
                     options);
}

}  // namespace

Json pressure_json(const Pressure& pressure) {
  Json json;
  json["pinned_bytes"] = pressure.pinned.bytes;
  json["pinned_storages"] = pressure.pinned.storages;
  json["depth"] = pressure.depth;
  json["step"] = pressure.step;
  json["deepest"] = pressure.deepest;
  return json;
}

std::string step_text(const Trace& trace, std::size_t step) {
  return fmt::format("step {} of {}", show_count(step), show_count(trace.steps.size()));
}

Json explanation_json(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                      const Explanation& explanation) {
  Json json = run_json_counting_drift(trace, setup, budget, explanation.result);
  json["anatomy"] = anatomy_json(trace.trace, budget.bytes, explanation);
  json["pressure"] = pressure_json(explanation.pressure);
  return json;
}

std::string explanation_text(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                             const Explanation& explanation, bool whole_chain) {
  const Anatomy& anatomy = explanation.moment();
  return fmt::format("{}\n{}\n{}{}\n{}\n{}\n{}", heading_text(trace, setup, budget, explanation),
                     memory_text(anatomy, budget.bytes), frontier_text(trace.trace, anatomy),
                     nesting_text(trace.trace, explanation.pressure),
                     chain_text(trace.trace, anatomy, whole_chain), locked_text(anatomy),
                     next_text(trace, setup, budget.bytes, explanation.result));
}

}  // namespace rematfuzz::cli
