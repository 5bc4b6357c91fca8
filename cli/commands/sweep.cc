// sweep: simulate a trace at a grid of ratios.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
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

struct Args {
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
  RunResult result;  // without its eviction sequence, of which there can be a million
  Json json;
};

void add_decimal_option(CLI::App& app, const std::string& name, Decimal& target,
                        const std::string& help) {
  add_parsed_option(
      app, name, [](const std::string& text) { return parse_decimal(text); },
      [&target](Decimal value) { target = value; }, help)
      ->type_name("R")
      ->required();
}

std::vector<Point> simulate(const Args& args, const std::vector<Decimal>& grid,
                            const LoadedTrace& trace, const Setup& setup) {
  std::vector<Point> points(grid.size());
  ProgressBar progress("sweep", grid.size());
  parallel_for(grid.size(), args.threads, [&](std::size_t i) {
    const double ratio = grid[i].nearest();
    const Budget budget{budget_of_ratio(trace.baseline, ratio), ratio};
    RunResult result = setup.run(trace.trace, budget.bytes);
    Json json = args.json ? run_json(trace, setup, budget, result) : Json();
    result.eviction_sequence = {};
    points[i] = {grid[i], budget, std::move(result), std::move(json)};
    progress.advance();
  });
  return points;
}

Json sweep_json(std::vector<Point>& points) {
  Json json = Json::array();
  for (Point& point : points) json.push_back(std::move(point.json));
  return json;
}

// Stretches of points that run out of memory although a smaller budget passes.
std::string holes_text(const LoadedTrace& trace, const Setup& setup,
                       const std::vector<Point>& points) {
  std::string text;
  const Point* passed = nullptr;
  const Point* hole = nullptr;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].result.result == Outcome::pass) passed = &points[i];
    if (points[i].result.result != Outcome::oom || passed == nullptr) continue;
    const std::size_t first = i;
    while (i + 1 < points.size() && points[i + 1].result.result == Outcome::oom) ++i;
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
    const RunResult& result = point.result;
    table.add({{point.ratio.text()},
               {show_bytes(point.budget.bytes)},
               {std::string(name_of(result.result)), style_of(result.result)},
               {overhead_text(trace.baseline, result)},
               {show_time(result.remat_compute)},
               {show_count(result.evictions)},
               {show_bytes(result.peak_memory)}});
  }
  return fmt::format("{}, {}\n\n{}\n{}", printable(trace.name), setup_text(setup, trace.trace),
                     table.text(), holes_text(trace, setup, points));
}

}  // namespace

std::function<int()> bind_sweep(CLI::App& app) {
  auto args = std::make_shared<Args>();
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
    std::vector<Point> points = simulate(*args, grid, trace, setup);
    print(args->json ? json_text(sweep_json(points)) : sweep_text(trace, setup, points));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
