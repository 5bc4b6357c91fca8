// diff: where two runs part that differ in their budget alone.
#include <array>
#include <limits>
#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/budget_pair.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/diff_report.h"
#include "cli/text/number.h"
#include "cli/text/progress.h"
#include "sim/anatomy/divergence.h"

namespace rematfuzz::cli {

namespace {

struct DiffArgs {
  std::string trace;
  BudgetPair budgets;
  SetupOption setup;
  std::size_t most = 10;
  bool json = false;
};

Divergence compare(const LoadedTrace& trace, const Setup& setup,
                   const std::array<Budget, 2>& budgets) {
  ProgressBar progress("diff", 2 * trace.trace.steps.size());
  return find_divergence({trace.trace, *setup.runtime, setup.policy->name, *setup.policy->policy},
                         {.simulator = setup.simulator,
                          .seed = setup.seed,
                          .on_step = [&](std::size_t) { progress.advance(); }},
                         {budgets[0].bytes, budgets[1].bytes});
}

}  // namespace

std::function<int()> bind_diff(CLI::App& app) {
  auto args = std::make_shared<DiffArgs>();
  add_trace_option(app, args->trace);
  add_budget_pair(app, args->budgets);
  add_setup_option(app, args->setup);
  add_whole_option(app, "--most", args->most, std::size_t{0},
                   std::size_t{std::numeric_limits<std::uint32_t>::max()},
                   "at most so many storages and operators in the lists")
      ->type_name("N");
  app.add_flag("--json", args->json, "one JSON object");
  return [args]() -> int {
    args->budgets.require_two();
    require_sound(args->setup);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const std::array<Budget, 2> budgets = args->budgets.resolve(trace.baseline);
    const Divergence divergence = compare(trace, setup, budgets);
    const DiffSubject subject{trace, setup, budgets, divergence, args->most};
    print(args->json ? json_text(diff_json(subject)) : diff_text(subject));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
