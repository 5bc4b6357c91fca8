// run: simulate a trace at one budget.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/names.h"
#include "cli/report/run_report.h"
#include "cli/text/progress.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

struct RunArgs {
  std::string trace;
  BudgetOption budget;
  SetupOption setup;
  bool json = false;
};

std::string next_step(const LoadedTrace& trace, const Setup& setup, double ratio) {
  constexpr double smallest = 1e-6;
  std::string grid = "--from 0.1 --to 1 --step 0.1";
  if (ratio >= smallest && ratio < 1) {
    // A tenth of the ratio to either side, in steps of at most a hundredth of it.
    const int decimals = std::max(3, static_cast<int>(std::ceil(2 - std::log10(ratio))));
    grid = fmt::format("--from {:.{}f} --to {:.{}f} --step {:.{}f}", ratio * 0.9, decimals,
                       ratio * 1.1, decimals, std::pow(10, -decimals), decimals);
  }
  return fmt::format("\nnext: rematfuzz sweep {} {} {}\n", shell_word(trace.path), grid,
                     setup_options(setup, trace.trace));
}

std::string run_text(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                     const RunResult& result) {
  Table table;
  table.add({{"trace"}, {printable(trace.name), Style::strong}});
  table.add({{"policy"}, {setup_text(setup, trace.trace)}});
  table.add(
      {{"budget"}, {fmt::format("{}, ratio {:.6g}", exact_bytes(budget.bytes), budget.ratio)}});
  table.add({{"result"}, {std::string(name_of(result.result)), style_of(result.result)}});
  table.add({{"overhead"}, {overhead_text(trace.baseline, result)}});
  table.add({{"clock"},
             {fmt::format("{} ({} model, {} rematerialized)", show_time(result.clock),
                          show_time(result.model_compute), show_time(result.remat_compute))}});
  table.add({{"peak memory"}, {exact_bytes(result.peak_memory)}});
  table.add({{"evictions"},
             {fmt::format("{} in all, of {} different storages, SHA-1 of their order {}",
                          show_count(result.evictions), show_count(result.evicted_storages),
                          eviction_sha1(result.eviction_sequence))}});
  table.add({{"heuristic"},
             {fmt::format("{} evaluations, {} accesses", show_count(result.heuristic_evals),
                          show_count(result.heuristic_accesses))}});
  table.add({{"drift"},
             {fmt::format("{} decisions on a sum that differs from a fresh walk",
                          show_count(result.drift_decisions))}});
  const Bytes last = result.smallest_refused == unlimited ? unlimited : result.smallest_refused - 1;
  table.add({{"regime"}, {same_between(result.peak_memory, last)}});
  return table.text() + next_step(trace, setup, budget.ratio);
}

}  // namespace

std::function<int()> bind_run(CLI::App& app) {
  auto args = std::make_shared<RunArgs>();
  add_trace_option(app, args->trace);
  add_budget_option(app, args->budget);
  add_setup_option(app, args->setup);
  app.add_flag("--json", args->json, "one JSON object");
  return [args]() -> int {
    args->budget.require_one();
    require_sound(args->setup);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const Budget budget = args->budget.resolve(trace.baseline);
    ProgressBar progress("run", trace.trace.steps.size());
    RunResult result =
        setup.run(trace.trace, budget.bytes, [&](std::size_t step) { progress.reach(step); });
    result.drift_decisions = setup.count_drift(trace.trace, budget.bytes);
    progress.clear();
    print(args->json ? json_text(run_json(trace, setup, budget, result))
                     : run_text(trace, setup, budget, result));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
