// sweep: simulate a trace at a grid of ratios.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/maps/map_trace.h"
#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "cli/text/decimal.h"
#include "cli/text/number.h"
#include "cli/text/progress.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "cli/threads/parallel_for.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

struct SweepArgs {
  std::string trace;
  Decimal from;
  Decimal to;
  Decimal step;
  SetupOption setup;
  int threads = 0;
  bool json = false;
};

struct Point {
  Decimal ratio;
  Budget budget;
  Regime regime;
};

void add_decimal_option(CLI::App& app, const std::string& name, Decimal& target,
                        const std::string& help) {
  add_parsed_option(
      app, name, [](const std::string& text) { return parse_decimal(text); },
      [&target](Decimal value) { target = value; }, help)
      ->type_name("R")
      ->required();
}

// All points at once; those of one regime are one run.
std::vector<Point> answer(const SweepArgs& args, const std::vector<Decimal>& grid,
                          const LoadedTrace& trace, const Setup& setup) {
  std::vector<Point> points;
  std::vector<Bytes> budgets;
  for (const Decimal& ratio : grid) {
    budgets.push_back(budget_of_ratio(trace.baseline, ratio.nearest()));
    points.push_back({ratio, {budgets.back(), ratio.nearest()}, {}});
  }
  ProgressBar progress("sweep", trace.trace.steps.size());
  const std::vector<Regime> regimes = regimes_at(
      trace, setup, budgets,
      {.threads = args.threads, .on_progress = [&](std::size_t step) { progress.reach(step); }});
  for (std::size_t i = 0; i < points.size(); ++i) points[i].regime = regimes[i];
  return points;
}

// What 'run --json' says holds for all points of a regime but for the budget: one run for them.
Json sweep_json(const SweepArgs& args, const LoadedTrace& trace, const Setup& setup,
                const std::vector<Point>& points) {
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i == 0 || points[i].regime.lo != points[i - 1].regime.lo) firsts.push_back(i);
  firsts.push_back(points.size());
  std::vector<Json> runs(points.size());
  ProgressBar progress("sweep", firsts.size() - 1);
  parallel_for(firsts.size() - 1, args.threads, [&](std::size_t r) {
    const Budget& budget = points[firsts[r]].budget;
    RunResult result = setup.run(trace.trace, budget.bytes);
    result.drift_decisions = setup.count_drift(trace.trace, budget.bytes);
    for (std::size_t i = firsts[r]; i < firsts[r + 1]; ++i)
      runs[i] = run_json(trace, setup, points[i].budget, result);
    progress.advance();
  });
  Json json = Json::array();
  for (Json& run : runs) json.push_back(std::move(run));
  return json;
}

// Stretches of points that run out of memory although a smaller budget passes.
std::string holes_text(const LoadedTrace& trace, const Setup& setup,
                       const std::vector<Point>& points) {
  std::string text;
  const Point* passed = nullptr;
  const Point* hole = nullptr;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].regime.result == Outcome::pass) passed = &points[i];
    if (points[i].regime.result != Outcome::oom || passed == nullptr) continue;
    const std::size_t first = i;
    while (i + 1 < points.size() && points[i + 1].regime.result == Outcome::oom) ++i;
    hole = &points[first];
    text += fmt::format(
        "hole: oom at {}, though {} passes\n",
        first == i ? points[i].ratio.text()
                   : fmt::format("{} to {}", points[first].ratio.text(), points[i].ratio.text()),
        passed->ratio.text());
  }
  if (hole != nullptr)
    return text + fmt::format("next: rematfuzz run {} --ratio {} {}\n", shell_word(trace.path),
                              hole->ratio.text(), setup_options(setup, trace.trace));
  return passed == nullptr
             ? "none of these ratios passes\n"
             : "no hole: none of these ratios runs out of memory above one that passes\n";
}

std::string sweep_text(const LoadedTrace& trace, const Setup& setup,
                       const std::vector<Point>& points) {
  Table table({"ratio", "budget", "result", "overhead", "rematerialized", "evictions", "peak"},
              {Align::right, Align::right, Align::left, Align::right, Align::right, Align::right,
               Align::right});
  for (const Point& point : points) {
    const Regime& regime = point.regime;
    table.add({{point.ratio.text()},
               {show_bytes(point.budget.bytes)},
               {std::string(name_of(regime.result)), style_of(regime.result)},
               {overhead_text(trace.baseline, regime.result, regime.clock)},
               {show_time(regime.remat_compute)},
               {show_count(regime.evictions)},
               {show_bytes(regime.peak_memory)}});
  }
  return fmt::format("{}, {}\n\n{}\n{}", printable(trace.name), setup_text(setup, trace.trace),
                     table.text(), holes_text(trace, setup, points));
}

}  // namespace

std::function<int()> bind_sweep(CLI::App& app) {
  auto args = std::make_shared<SweepArgs>();
  add_trace_option(app, args->trace);
  add_decimal_option(app, "--from", args->from, "the first ratio");
  add_decimal_option(app, "--to", args->to, "the last ratio (inclusive)");
  add_decimal_option(app, "--step", args->step, "from one ratio to the next");
  add_setup_option(app, args->setup);
  add_threads_option(app, args->threads);
  app.add_flag("--json", args->json, "a JSON array of what 'run --json' prints");
  return [args]() -> int {
    const std::vector<Decimal> grid = decimal_grid(args->from, args->to, args->step);
    require_sound(args->setup);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const std::vector<Point> points = answer(*args, grid, trace, setup);
    print(args->json ? json_text(sweep_json(*args, trace, setup, points))
                     : sweep_text(trace, setup, points));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
