// minimize: shrink a trace for as long as it shows a finding.
#include "minimizer/minimize.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/maps/interrupt.h"
#include "cli/minimize/minimize_args.h"
#include "cli/minimize/minimize_report.h"
#include "cli/minimize/outside_check.h"
#include "cli/text/output_file.h"
#include "cli/text/status_line.h"
#include "cli/text/stopwatch.h"
#include "cli/text/terminal.h"
#include "cli/threads/parallel_for.h"
#include "fuzz/program/instructions.h"
#include "minimizer/finding_record.h"
#include "minimizer/judge.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/input_file.h"
#include "sim/trace/log_reader.h"

namespace rematfuzz::cli {

namespace {

using minimizer::Shown;

std::size_t slots_of(const MinimizeArgs& args) {
  constexpr std::size_t slots_a_thread = 4;  // tests take unequally long
  const std::size_t threads = args.threads > 0 ? static_cast<std::size_t>(args.threads)
                                               : std::thread::hardware_concurrency();
  return threads <= 1 ? 1 : slots_a_thread * threads;
}

std::string output_of(const MinimizeArgs& args) {
  if (!args.output.empty()) return args.output;
  const std::filesystem::path path(args.trace == "-" ? "stdin" : args.trace);
  return path.stem().string() + ".min.trace";
}

// The finding that is asked for. Throws InputError if there is none.
Shown find_first(const MinimizeArgs& args, const fuzz::Program& program,
                 minimizer::Wanted& wanted) {
  const Trace trace = trace_of(program);
  const Baseline baseline = compute_baseline(trace);
  std::optional<Bytes> worse;
  if (args.budget.bytes || args.budget.ratio) worse = args.budget.resolve(baseline).bytes;
  minimizer::Wanted any = wanted;
  any.keep = {.place = false, .frontier = false, .depth = wanted.keep.depth};
  const BudgetRange range =
      args.range.resolve(baseline, {.from = 0, .to = baseline.peak_memory + 1});
  const std::optional<Shown> shown = minimizer::Judge(any).judge(trace, range, worse);
  if (!shown)
    throw InputError(fmt::format("{}: no {} of {}{}", args.trace, args.kind, args.setup.policy,
                                 worse ? fmt::format(" at a budget of {} bytes", *worse) : ""));
  wanted.mechanism = asked_for(args, shown->mechanism);
  return *shown;
}

std::string origin_of(const MinimizeArgs& args, const MinimizeReport& report) {
  if (!args.origin.empty()) return args.origin;
  return fmt::format("{}, {} operators",
                     printable(std::filesystem::path(report.trace).filename().string()),
                     report.before.operators());
}

class Minimizing {
 public:
  Minimizing(const MinimizeArgs& args, fuzz::Program program)
      : args_(args), status_(!args.json && stderr_is_terminal()) {
    report_.trace = args.trace;
    report_.output = output_of(args);
    report_.outside = !args.check.empty();
    report_.wanted = wanted_of(args);
    report_.before = std::move(program);
  }

  int run() {
    const minimizer::Test test = report_.outside ? outside_test() : own_test();
    const Interrupt interrupt;
    minimizer::MinimizeOptions options;
    options.disabled.assign(args_.disabled.begin(), args_.disabled.end());
    options.slots = slots_of(args_);
    options.loop = [this](std::size_t count, const std::function<void(std::size_t)>& body) {
      parallel_for(count, args_.threads, body);
    };
    options.stop = [&] {
      return interrupt.stopped() || (args_.seconds && watch_.seconds() > *args_.seconds);
    };
    options.on_taken = [this](const fuzz::Program& program, const Shown& shown,
                              const minimizer::Pass& pass) { take(program, shown, pass); };
    write(report_.before, report_.shown_before);
    report_.result = minimizer::minimize(report_.before, report_.shown_before, test, options);
    write(report_.result.program, report_.result.shown);
    status_.clear();
    report_.seconds = watch_.seconds();
    print(args_.json ? json_text(minimize_json(report_)) : minimize_text(report_));
    return interrupt.stopped() ? exit_interrupted : exit_fine;
  }

 private:
  minimizer::Test own_test() {
    report_.shown_before = find_first(args_, report_.before, report_.wanted);
    for (std::size_t slot = 0; slot < slots_of(args_); ++slot) judges_.emplace_back(report_.wanted);
    return [this](const fuzz::Program& candidate, const Shown& near, std::size_t slot) {
      return judges_[slot].judge(candidate, near);
    };
  }

  minimizer::Test outside_test() {
    check_.emplace(args_.check);
    if (!(*check_)(report_.before, 0))
      throw InputError("--check: the command does not end with 0 on the trace itself");
    return [this](const fuzz::Program& candidate, const Shown&, std::size_t slot) {
      return (*check_)(candidate, slot) ? std::optional<Shown>(Shown{}) : std::nullopt;
    };
  }

  // Files are written ten times a second at most.
  void take(const fuzz::Program& program, const Shown& shown, const minimizer::Pass& pass) {
    constexpr double interval = 0.1;
    if (written_.seconds() < interval) return;
    write(program, shown);
    status_.show(fmt::format("{:.1f} s  {}: {} operators, {} operations", watch_.seconds(),
                             pass.name, program.operators(), program.operations.size()));
  }

  void write(const fuzz::Program& program, const Shown& shown) {
    TraceTextHeader header;
    if (!report_.outside)
      header =
          header_of(record_of(report_.wanted, trace_of(program), shown, origin_of(args_, report_)));
    OutputFile file(report_.output);
    write_trace_text(file.stream(), header, program);
    file.commit();
    written_ = {};
  }

  const MinimizeArgs& args_;
  MinimizeReport report_;
  StatusLine status_;
  std::vector<minimizer::Judge> judges_;  // by slot
  std::optional<OutsideCheck> check_;
  Stopwatch watch_;
  Stopwatch written_;  // since the file was
};

// What a finding's file says of itself goes, but for what is said here.
void take_from_header(MinimizeArgs& args, const CLI::App& app) {
  if (args.trace.empty() || args.trace == standard_input_path) return;
  const std::optional<TraceTextHeader> header = read_trace_header(args.trace);
  if (!header) return;
  const std::optional<minimizer::FindingRecord> record = minimizer::record_in(*header);
  if (!record) return;
  const auto is_given = [&](const char* name) { return app.count(name) > 0; };
  args.origin = record->origin;
  if (!is_given("--kind")) args.kind = name_of(record->kind);
  if (!is_given("--policy")) args.setup.policy = record->policy->name;
  if (!is_given("--runtime")) args.setup.runtime = record->runtime->name;
  if (!is_given("--seed")) args.setup.seed = record->seed;
  if (!is_given("--overhead-limit")) args.setup.overhead_limit = record->overhead_limit;
  if (!is_given("--budget") && !is_given("--ratio") && !record->expectations.empty())
    args.budget.bytes = record->expectations.back().budget;
}

}  // namespace

std::function<int()> bind_minimize(CLI::App& app) {
  auto args = std::make_shared<MinimizeArgs>();
  add_minimize_options(app, *args);
  return [args, &app]() -> int {
    if (args->list_passes) {
      print(passes_text());
      return exit_fine;
    }
    take_from_header(*args, app);
    require_sound(*args);
    return Minimizing(*args, fuzz::read_program(args->trace)).run();
  };
}

}  // namespace rematfuzz::cli
