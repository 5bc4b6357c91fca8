// info: what a trace holds and what its baseline needs.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/trace_option.h"
#include "cli/report/names.h"
#include "cli/report/run_report.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

struct InfoArgs {
  std::string trace;
  bool json = false;
};

Json info_json(const LoadedTrace& trace) {
  Json json;
  json["trace"] = trace.name;
  json.update(baseline_json(trace.baseline));
  return json;
}

std::string info_text(const LoadedTrace& trace) {
  const Baseline& baseline = trace.baseline;
  Table table;
  table.add({{"trace"}, {printable(trace.name), Style::strong}});
  table.add({{"operators"}, {show_count(baseline.ops)}});
  table.add({{"tensors"}, {show_count(baseline.tensors)}});
  table.add({{"storages"}, {show_count(baseline.storages)}});
  table.add({{"baseline peak"}, {exact_bytes(baseline.peak_memory)}});
  table.add({{"bottleneck"}, {exact_bytes(baseline.bottleneck_memory)}});
  table.add({{"constants"}, {exact_bytes(baseline.constant_memory)}});
  table.add({{"compute"},
             {fmt::format("{} ({} ns)", show_time(baseline.model_compute),
                          show_count(static_cast<std::uint64_t>(baseline.model_compute)))}});
  return table.text() + fmt::format("\nnext: rematfuzz sweep {} --from 0.1 --to 1 --step 0.1\n",
                                    shell_word(trace.path));
}

}  // namespace

std::function<int()> bind_info(CLI::App& app) {
  auto args = std::make_shared<InfoArgs>();
  add_trace_option(app, args->trace);
  app.add_flag("--json", args->json, "one JSON object, with the names of a record's baseline");
  return [args]() -> int {
    const LoadedTrace trace = load_trace(args->trace);
    print(args->json ? json_text(info_json(trace)) : info_text(trace));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
