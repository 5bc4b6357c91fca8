// hunt: search for traces on which policies fail, and budgets that show it.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/hunt/hunt_folder.h"
#include "cli/hunt/hunt_plan.h"
#include "cli/hunt/hunt_report.h"
#include "cli/maps/interrupt.h"
#include "cli/report/run_report.h"
#include "cli/text/duration.h"
#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "cli/text/status_line.h"
#include "cli/text/stopwatch.h"
#include "cli/text/terminal.h"
#include "fuzz/hunt/workers.h"

namespace rematfuzz::cli {

namespace {

class Hunt {
 public:
  Hunt(const HuntArgs& args, HuntPlan plan)
      : args_(args),
        plan_(std::move(plan)),
        search_(plan_.make_search()),
        folder_(plan_.folder, seeds_of(args, plan_)),
        status_(!args.json && stderr_is_terminal()) {
    plan_.limits.corpus = folder_.inputs();
  }

  int run() {
    const Stopwatch watch;
    const Interrupt interrupt;
    fuzz::Workers workers({.engine = plan_.engine,
                           .limits = plan_.limits,
                           .jobs = plan_.jobs,
                           .folder = folder_.path()},
                          [this] { return plan_.make_search(); });
    constexpr int tick = 200;  // ms
    constexpr double interval = 5;
    bool stopped = false;
    bool done = false;
    while (
        workers.take(tick, [&](const fuzz::Discovery& found) { take(found, watch.seconds()); })) {
      if ((interrupt.stopped() && !stopped) || (has_enough() && !done)) workers.stop();
      stopped = interrupt.stopped();
      done = has_enough();
      if (written_.seconds() > interval) write_findings();
      show_status(workers, watch.seconds());
    }
    status_.clear();
    write_findings();
    folder_.write_inputs(search_->cells(), archive_);
    return report({plan_, folder_, search_->cells(), archive_, workers.inputs(), watch.seconds(),
                   workers.ends(), stopped});
  }

 private:
  void take(const fuzz::Discovery& found, double seconds) {
    if (!archive_.add(found)) return;
    const fuzz::Cell& cell = search_->cells()[found.cell];
    unwritten_.insert(fuzz::Archive::key_of(found));
    if (plan_.until && found.effect.size >= *plan_.until) enough_.insert(found.cell);
    if (args_.json || !is_worth_a_line(found)) return;
    status_.clear();
    print(fmt::format("{:>6.1f} s  {}\n", seconds, discovery_line(cell, found)));
  }

  // In the first seconds many findings are soon followed by a better one: files for all took a
  // tenth of the time of a hunt.
  void write_findings() {
    for (const fuzz::Archive::Key& key : unwritten_)
      folder_.write(search_->cells()[key.first], archive_.entries().at(key));
    unwritten_.clear();
    written_ = {};
  }

  bool has_enough() const { return plan_.until && enough_.size() == search_->cells().size(); }

  // The first of its kind and policy, and what is worse by a tenth than all of its kind.
  bool is_worth_a_line(const fuzz::Discovery& found) {
    constexpr double worth = 1.1;
    double& worst = worst_[search_->cells()[found.cell].kind];
    const bool is_worst = found.effect.size >= worth * worst;
    if (is_worst) worst = found.effect.size;
    return seen_.insert(found.cell).second || is_worst;
  }

  void show_status(const fuzz::Workers& workers, double seconds) {
    std::string left;
    if (plan_.limits.seconds > 0) left = fmt::format(" of {}", show_duration(plan_.limits.seconds));
    status_.show(fmt::format("{}{}: {} traces, {} findings", show_duration(seconds), left,
                             show_count(workers.inputs()), show_count(archive_.entries().size())));
  }

  int report(const HuntResult& result) const {
    const std::string json = json_text(hunt_json(result));
    folder_.write_list(json);
    print(args_.json ? json : hunt_text(result));
    if (!std::ranges::all_of(result.ends, &fuzz::WorkerEnd::fine)) return exit_internal;
    if (result.interrupted) return exit_interrupted;
    return archive_.entries().empty() ? exit_fine : exit_finding;
  }

  const HuntArgs& args_;
  HuntPlan plan_;
  std::unique_ptr<fuzz::Search> search_;  // for its cells
  HuntFolder folder_;
  StatusLine status_;
  fuzz::Archive archive_;
  std::set<fuzz::Archive::Key> unwritten_;  // changed since their files were written
  Stopwatch written_;
  std::set<std::uint32_t> seen_;         // cells
  std::set<std::uint32_t> enough_;       // those with as large an effect as is asked for
  std::map<std::string, double> worst_;  // the largest effect that got a line, by kind
};

template <class Integer>
CLI::Option* add_positive(CLI::App& app, const std::string& name, Integer& target,
                          const std::string& help) {
  return add_whole_option(app, name, target, Integer{1}, std::numeric_limits<Integer>::max(), help)
      ->default_str("")
      ->type_name("N");
}

std::string engine_help() {
  std::string help = "what makes the traces: ";
  for (const fuzz::Engine& engine : fuzz::engine_table())
    help += fmt::format("{}{} ({})", &engine == fuzz::engine_table().data() ? "" : ", ",
                        engine.name, engine.description);
  return help;
}

std::string kind_help() {
  std::string help = "kinds of findings with commas between: ";
  for (const fuzz::Goal& goal : fuzz::goal_table()) help += std::string(goal.name) + ", ";
  return help + "or shared (a hole of many policies at the same two budgets) alone";
}

void add_search_options(CLI::App& app, HuntArgs& args) {
  app.add_option("--policy", args.policies, "names of 'policies' with commas between, or all")
      ->type_name("LIST|all")
      ->capture_default_str();
  app.add_option("--kind", args.kinds, kind_help())->type_name("LIST")->capture_default_str();
  app.add_option("--versus", args.versus,
                 "instead: where one policy is worst against another one, for each ordered pair")
      ->type_name("P,Q,...");
  app.add_option("--from", args.from,
                 "traces whose pieces to start from (repeatable); none: from nothing")
      ->type_name("TRACE|none")
      ->allow_extra_args(true);
  app.add_option("--engine", args.engine, engine_help())->type_name("NAME")->capture_default_str();
  app.add_option("--runtime", args.runtime, "which runtime")
      ->type_name("NAME")
      ->capture_default_str();
  const auto limit = [](const std::string& text) { return parse_number(text, 1); };
  add_parsed_option(
      app, "--overhead-limit", limit, [&args](double value) { args.overhead_limit = value; },
      "give a run up that takes more than X times the baseline's compute")
      ->type_name("X")
      ->default_str("100");
  add_parsed_option(
      app, "--thrash-limit", limit, [&args](double value) { args.thrash_limit = value; },
      "what counts as thrash for --kind thrash")
      ->type_name("X")
      ->default_str("2");
}

void add_effort_options(CLI::App& app, HuntArgs& args) {
  add_parsed_option(
      app, "--time", parse_duration, [&args](double seconds) { args.seconds = seconds; },
      "how long: 90s, 10m, 1h")
      ->type_name("TIME")
      ->default_str("60s");
  add_positive(app, "--runs", args.runs, "or how many traces each job tries");
  add_parsed_option(
      app, "--until", [](const std::string& text) { return parse_number(text, 0); },
      [&args](double size) { args.until = size; },
      "end as soon as each kind and policy has an effect as large as that: 0.5 of the peak, or 10 "
      "times")
      ->type_name("SIZE");
  add_positive(app, "--jobs", args.jobs, "processes (default: one for each core)");
  add_whole_option(app, "--seed", args.seed.emplace(), std::uint64_t{0},
                   std::numeric_limits<std::uint64_t>::max(), "repeats a hunt")
      ->type_name("N")
      ->default_str("any");
  add_parsed_option(
      app, "--max-ops",
      [](const std::string& text) { return parse_whole(text, 1, Int128{fuzz::most_operations}); },
      [&args](Int128 value) { args.most_operators = static_cast<std::size_t>(value); },
      "operators of a trace (default: 20; from traces 60)")
      ->type_name("N");
  add_positive(app, "--max-work", args.work_limit,
               "give a trace up whose map takes more computations and choices (default: 30 for "
               "each call; from traces 20000)");
  app.add_option("--out", args.out, "the folder for what is found (default: hunt-SEED)")
      ->type_name("DIR");
  app.add_flag("--json", args.json, "one JSON object: findings, and the commands that show them");
}

}  // namespace

std::function<int()> bind_hunt(CLI::App& app) {
  auto args = std::make_shared<HuntArgs>();
  add_search_options(app, *args);
  add_effort_options(app, *args);
  const CLI::Option* seed = app.get_option("--seed");
  for (const char* name : {"--policy", "--kind"})
    app.get_option(name)->excludes(app.get_option("--versus"));
  return [args, seed]() -> int {
    if (seed->count() == 0) args->seed.reset();
    return Hunt(*args, make_plan(*args)).run();
  };
}

}  // namespace rematfuzz::cli
