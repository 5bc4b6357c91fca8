// explain: the anatomy of an oom, or of the most pinned moment of a run.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/anatomy_dot.h"
#include "cli/report/anatomy_report.h"
#include "cli/text/output_file.h"
#include "cli/text/progress.h"
#include "sim/anatomy/anatomy.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

struct ExplainArgs {
  std::string trace;
  BudgetOption budget;
  SetupOption setup;
  std::string dot;
  bool all = false;
  bool json = false;
};

Explanation explain(const LoadedTrace& trace, const Setup& setup, Bytes budget) {
  ProgressBar progress("explain", trace.trace.steps.size());
  return explain_run({trace.trace, *setup.runtime, setup.policy->name, *setup.policy->policy},
                     {.budget = budget,
                      .simulator = setup.simulator,
                      .seed = setup.seed,
                      .on_step = [&](std::size_t step) { progress.reach(step); }});
}

void write_dot(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.stream() << text;
  file.commit();
}

}  // namespace

std::function<int()> bind_explain(CLI::App& app) {
  auto args = std::make_shared<ExplainArgs>();
  add_trace_option(app, args->trace);
  add_budget_option(app, args->budget);
  add_setup_option(app, args->setup);
  app.add_option("--dot", args->dot, "also draw it: a file for Graphviz")->type_name("FILE");
  app.add_flag("--all", args->all, "all levels of a long chain");
  app.add_flag("--json", args->json, "one JSON object");
  return [args, &app]() -> int {
    args->budget.require_one();
    require_sound(args->setup);
    const bool draw = app.count("--dot") > 0;
    if (draw && args->dot == "-")
      throw InputError("--dot: needs a file; standard output is for the report");
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const Budget budget = args->budget.resolve(trace.baseline);
    const Explanation explanation = explain(trace, setup, budget.bytes);
    if (draw) write_dot(args->dot, anatomy_dot(trace.trace, explanation.moment(), budget.bytes));
    print(args->json ? json_text(explanation_json(trace, setup, budget, explanation))
                     : explanation_text(trace, setup, budget, explanation, args->all));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
