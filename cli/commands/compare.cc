// compare: traces and policies side by side, over all budgets.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/compare/compare_report.h"
#include "cli/compare/comparison.h"
#include "cli/compare/policy_list.h"
#include "cli/maps/map_trace.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/text/decimal.h"
#include "cli/text/number.h"
#include "cli/text/progress.h"
#include "cli/text/split.h"
#include "cli/text/terminal.h"
#include "cli/threads/parallel_for.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

// Some policies never finish at small budgets.
constexpr double default_overhead_limit = 3;

struct CompareArgs {
  std::vector<std::string> traces;
  std::string policies;
  std::vector<Decimal> ratios{
      {.units = 3, .decimals = 1}, {.units = 5, .decimals = 1}, {.units = 7, .decimals = 1}};
  CompareFormat format = CompareFormat::table;
  SetupOption setup;  // but for the policy
  int threads = 0;
};

// "0.3,0.5". Throws InputError: not a list of decimals up to 1.
std::vector<Decimal> parse_ratios(const std::string& text) {
  std::vector<Decimal> ratios;
  for (const std::string& part : split_list(text)) {
    ratios.push_back(parse_decimal(part));
    if (ratios.back().nearest() > 1)
      throw InputError(ratios.back().text() + " is above 1; a map ends at the baseline's peak");
  }
  return ratios;
}

// One row, not yet worked out.
struct Job {
  const LoadedTrace* trace = nullptr;
  Setup setup;
};

std::vector<Job> plan_jobs(const CompareArgs& args, const std::vector<LoadedTrace>& traces) {
  std::vector<Job> jobs;
  SetupOption option = args.setup;
  for (const LoadedTrace& trace : traces)
    for (const std::string& name : parse_policies(args.policies, find_runtime(option.runtime))) {
      option.policy = name;
      jobs.push_back({&trace, resolve_setup(option, trace.trace, trace.baseline)});
    }
  return jobs;
}

std::vector<ComparisonRow> work_out(const CompareArgs& args, const std::vector<Job>& jobs) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> ratios;
  ratios.reserve(args.ratios.size());
  for (const Decimal& ratio : args.ratios) ratios.push_back(ratio.nearest());
  std::vector<ComparisonRow> rows(jobs.size());
  ProgressBar progress("compare", jobs.size());
  parallel_for(jobs.size(), args.threads, [&](std::size_t i) {
    const Job& job = jobs[i];
    const Clock::time_point start = Clock::now();
    // Rows are what runs in parallel.
    const RegimeMap map =
        map_trace(*job.trace, job.setup, default_range(*job.trace, job.setup), {.threads = 1});
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    rows[i] = compare_row(*job.trace, job.setup, map, ratios);
    rows[i].seconds = seconds;
    progress.advance();
  });
  return rows;
}

// What the policies need of the runtime, before any trace is read.
void require_sound_policies(const CompareArgs& args) {
  SetupOption option = args.setup;
  for (const std::string& name : parse_policies(args.policies, find_runtime(option.runtime))) {
    option.policy = name;
    require_sound(option);
  }
}

void add_options(CLI::App& app, CompareArgs& args) {
  app.add_option("TRACE", args.traces, "trace logs or texts (also .gz or .zst)")
      ->type_name("")
      ->required();
  app.add_option("--policies", args.policies,
                 "names of 'policies' with commas between; all: each distinct one; ablation: those "
                 "of the DTR paper's ablation")
      ->type_name("LIST|all|ablation")
      ->required();
  add_parsed_option(
      app, "--ratios", parse_ratios,
      [&args](std::vector<Decimal> ratios) { args.ratios = std::move(ratios); },
      "where to tell the overhead: fractions of the baseline's peak")
      ->type_name("LIST")
      ->default_str("0.3,0.5,0.7");
  add_parsed_option(
      app, "--format", find_compare_format, [&args](CompareFormat format) { args.format = format; },
      "table, markdown, csv or json")
      ->type_name("FORMAT")
      ->default_str("table");
  app.add_flag_callback(
      "--json", [&args] { args.format = CompareFormat::json; }, "the same as --format json");
  args.setup.overhead_limit = default_overhead_limit;
  add_setup_option(app, args.setup);
  for (const char* name : {"--policy", "--retain"}) app.remove_option(app.get_option(name));
  app.get_option("--overhead-limit")->default_str("3");
  add_threads_option(app, args.threads);
}

}  // namespace

std::function<int()> bind_compare(CLI::App& app) {
  auto args = std::make_shared<CompareArgs>();
  add_options(app, *args);
  return [args]() -> int {
    require_sound_policies(*args);
    std::vector<LoadedTrace> traces;
    traces.reserve(args->traces.size());
    for (const std::string& path : args->traces) traces.push_back(load_trace(path));
    const std::vector<ComparisonRow> rows = work_out(*args, plan_jobs(*args, traces));
    print(compare_text(rows, args->ratios, args->format));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
