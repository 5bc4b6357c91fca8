// run: simulate a trace at one budget.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "cli/text/progress.h"
#include "cli/text/quantity.h"
#include "cli/text/table.h"

namespace rematfuzz::cli {

namespace {

struct Args {
  std::string trace;
  BudgetOption budget;
  SetupOption setup;
  bool json = false;
};

std::string next_step(const Args& args, const LoadedTrace& trace, const Budget& budget) {
  const double low = budget.ratio * 0.9;
  return fmt::format(
      "\nnext: rematfuzz sweep {} --from {:.3f} --to {:.3f} --step 0.001 --policy {}\n", trace.path,
      low, budget.ratio * 1.1, args.setup.policy);
}

std::string run_text(const Args& args, const LoadedTrace& trace, const Setup& setup,
                     const Budget& budget, const RunResult& result) {
  Table table;
  table.add({{"trace"}, {trace.name, Style::strong}});
  table.add({{"policy"}, {fmt::format("{} on {}", setup.policy->name, setup.runtime->name)}});
  table.add({{"budget"},
             {fmt::format("{} ({} bytes), ratio {:.6g}", show_bytes(budget.bytes),
                          show_count(static_cast<std::uint64_t>(budget.bytes)), budget.ratio)}});
  if (setup.policy->policy->randomized()) table.add({{"seed"}, {std::to_string(setup.seed)}});
  table.add({{"result"}, {std::string(name_of(result.result)), style_of(result.result)}});
  table.add({{"overhead"}, {overhead_text(trace.baseline, result)}});
  table.add({{"clock"},
             {fmt::format("{} ({} model, {} rematerialized)", show_time(result.clock),
                          show_time(result.model_compute), show_time(result.remat_compute))}});
  table.add({{"peak memory"},
             {fmt::format("{} ({} bytes)", show_bytes(result.peak_memory),
                          show_count(static_cast<std::uint64_t>(result.peak_memory)))}});
  table.add({{"evictions"},
             {fmt::format("{} of {} storages, sequence {}", show_count(result.evictions),
                          show_count(result.evicted_storages),
                          eviction_sha1(result.eviction_sequence))}});
  table.add({{"heuristic"},
             {fmt::format("{} evaluations, {} accesses", show_count(result.heuristic_evals),
                          show_count(result.heuristic_accesses))}});
  return table.text() + next_step(args, trace, budget);
}

}  // namespace

std::function<int()> bind_run(CLI::App& app) {
  auto args = std::make_shared<Args>();
  add_trace_option(app, args->trace);
  add_budget_option(app, args->budget);
  add_setup_option(app, args->setup);
  app.add_flag("--json", args->json, "one JSON object");
  return [args]() -> int {
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const Budget budget = args->budget.resolve(trace.baseline);
    ProgressBar progress("run", trace.trace.steps.size());
    const RunResult result =
        setup.run(trace.trace, budget.bytes, [&](std::size_t step) { progress.reach(step); });
    progress.clear();
    print(args->json ? json_text(run_json(trace, setup, budget, result))
                     : run_text(*args, trace, setup, budget, result));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
