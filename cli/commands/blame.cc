// blame: which storages have to stay for a bad run to come out better.
#include "sim/blame/blame.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/blame_report.h"
#include "cli/text/number.h"
#include "cli/text/progress.h"
#include "cli/threads/parallel_for.h"

namespace rematfuzz::cli {

namespace {

// At this overhead the search stops a run that is to pass, where the user sets no limit.
constexpr double default_cut_off = 10;

struct BlameArgs {
  std::string trace;
  BudgetOption budget;
  SetupOption setup;
  std::optional<double> target;
  std::optional<std::uint64_t> most_runs;
  int largest_set = 2;
  int threads = 0;
  bool json = false;
};

// The overhead that a better run must not pass; none: passing is better.
std::optional<double> target_of(const BlameArgs& args, double overhead, const RunResult& plain) {
  if (args.target || plain.result != Outcome::pass) return args.target;
  if (overhead / 2 < 1) return std::nullopt;
  return overhead / 2;
}

double cut_off_of(const BlameArgs& args, const std::optional<double>& target) {
  const double limit = args.setup.overhead_limit.value_or(default_cut_off);
  if (!target) return limit;
  return args.setup.overhead_limit ? std::min(limit, *target) : *target;
}

// As many runs as take about a minute on two cores: 10,000 on ResNet-32, 50 on LSTM. Told from what
// the plain run looked at, so that the answer is the same on every machine.
std::uint64_t default_most_runs(const RunResult& plain) {
  constexpr std::uint64_t looks = 40'000'000'000;
  constexpr std::uint64_t least = 50;
  constexpr std::uint64_t most = 10'000;
  return std::clamp(looks / std::max<std::uint64_t>(1, plain.heuristic_accesses), least, most);
}

Blame search(const BlameArgs& args, const BlameReport& report) {
  const Setup& setup = report.setup;
  const BlameQuestion question{
      .trace = report.trace.trace,
      .baseline = report.trace.baseline,
      .runtime = *setup.runtime,
      .policy_name = setup.policy->name,
      .policy = *setup.policy->policy,
      .options = {.budget = report.budget.bytes, .simulator = setup.simulator, .seed = setup.seed},
      .plain = report.plain,
      .target = report.target,
      .remat_limit = remat_limit(report.trace.baseline, report.cut_off.value_or(1))};
  return find_blame(question, report.bounds, [&](std::size_t count, const auto& body) {
    ProgressBar progress("blame", count);
    parallel_for(count, args.threads, [&](std::size_t i) {
      body(i);
      progress.advance();
    });
  });
}

BlameReport make_report(const BlameArgs& args, const LoadedTrace& trace, const Setup& setup) {
  const Budget budget = args.budget.resolve(trace.baseline);
  ProgressBar progress("run", trace.trace.steps.size());
  RunResult plain =
      setup.run(trace.trace, budget.bytes, [&](std::size_t step) { progress.reach(step); });
  progress.clear();
  const double overhead = overhead_of(trace.baseline, plain.clock);
  const std::optional<double> target = target_of(args, overhead, plain);
  const bool good = plain.result == Outcome::pass && (!target || overhead <= *target);
  const BlameBounds bounds{.most_runs = args.most_runs.value_or(default_most_runs(plain)),
                           .largest_set = args.largest_set};
  BlameReport report{.trace = trace,
                     .setup = setup,
                     .budget = budget,
                     .plain = std::move(plain),
                     .target = target,
                     .cut_off = std::nullopt,
                     .bounds = bounds,
                     .blame = std::nullopt};
  if (good) return report;
  report.cut_off = cut_off_of(args, target);
  report.blame = search(args, report);
  return report;
}

void add_search_options(CLI::App& app, BlameArgs& args) {
  add_parsed_option(
      app, "--target", [](const std::string& text) { return parse_number(text, 1); },
      [&args](double target) { args.target = target; },
      "a better run passes with at most this overhead (default: any that passes; for a run that "
      "passes, half of its own)")
      ->type_name("OVERHEAD");
  constexpr Int128 most = std::numeric_limits<std::uint64_t>::max();
  add_parsed_option(
      app, "--max-runs", [](const std::string& text) { return parse_whole(text, 1, most); },
      [&args](Int128 runs) { args.most_runs = static_cast<std::uint64_t>(runs); },
      "try at most so many sets of storages (default: what takes about a minute)")
      ->type_name("N");
  add_whole_option(app, "--max-set", args.largest_set, 1, 2,
                   "retain at most so many storages together")
      ->type_name("N");
}

}  // namespace

std::function<int()> bind_blame(CLI::App& app) {
  auto args = std::make_shared<BlameArgs>();
  add_trace_option(app, args->trace);
  add_budget_option(app, args->budget);
  add_setup_option(app, args->setup);
  add_search_options(app, *args);
  add_threads_option(app, args->threads);
  app.add_flag("--json", args->json, "one JSON object");
  return [args]() -> int {
    args->budget.require_one();
    require_sound(args->setup);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const BlameReport report = make_report(*args, trace, setup);
    print(args->json ? json_text(blame_json(report)) : blame_text(report));
    return report.blame && !report.blame->causes.empty() ? exit_fine : exit_finding;
  };
}

}  // namespace rematfuzz::cli
