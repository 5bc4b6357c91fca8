// jitter: what a budget comes to when costs vary as measurements do.
#include "sim/jitter/jitter.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/budget_option.h"
#include "cli/options/noise_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/jitter_report.h"
#include "cli/text/number.h"
#include "cli/text/output_file.h"
#include "cli/text/progress.h"
#include "cli/threads/parallel_for.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/jitter/costed_log.h"
#include "sim/jitter/spread.h"
#include "sim/trace/input_file.h"

namespace rematfuzz::cli {

namespace {

struct JitterArgs {
  std::string trace;
  BudgetOption budget;
  Noise noise = Noise::percent(5);
  std::size_t samples = 1000;
  SetupOption setup;
  int threads = 0;
  std::optional<std::string> worst;  // the file to write the worst sample to
  bool json = false;
};

// The worst sample's log is made of the trace's, which is read once more then.
void require_second_reading(const JitterArgs& args, const std::string& worst) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_type type = fs::status(args.trace, error).type();
  if (args.trace == standard_input_path || type == fs::file_type::fifo)
    throw InputError(fmt::format("--worst reads the trace a second time, which {} does not allow",
                                 display_name(args.trace)));
  if (fs::equivalent(args.trace, worst, error))
    throw InputError("--worst: that is the trace itself");
}

void require_sound(const JitterArgs& args) {
  args.budget.require_one();
  require_sound(args.setup);
  if (args.worst == "-") throw InputError("--worst needs a file: standard output has the report");
  if (args.worst) require_second_reading(args, *args.worst);
}

std::vector<JitterSample> run_samples(const JitterArgs& args, const JitterSubject& subject) {
  std::vector<JitterSample> samples(args.samples);
  ProgressBar progress("jitter", samples.size());
  parallel_for(samples.size(), args.threads, [&](std::size_t i) {
    samples[i] = run_sample(subject, args.noise, args.setup.seed, i);
    progress.advance();
  });
  return samples;
}

JitterReport make_report(const JitterArgs& args, const LoadedTrace& trace, const Setup& setup) {
  const Budget budget = args.budget.resolve(trace.baseline);
  ProgressBar progress("run", trace.trace.steps.size());
  RunResult plain =
      setup.run(trace.trace, budget.bytes, [&](std::size_t step) { progress.reach(step); });
  progress.clear();
  const JitterSubject subject{
      .trace = trace.trace,
      .runtime = *setup.runtime,
      .policy_name = setup.policy->name,
      .policy = *setup.policy->policy,
      .options = {.budget = budget.bytes, .simulator = setup.simulator, .seed = setup.seed},
      .overhead_limit = setup.overhead_limit};
  std::vector<JitterSample> samples = run_samples(args, subject);
  JitterSpread spread = spread_of(samples);
  return {.trace = trace,
          .setup = setup,
          .budget = budget,
          .plain = std::move(plain),
          .noise = args.noise,
          .samples = std::move(samples),
          .spread = std::move(spread),
          .worst_log = args.worst};
}

void write_worst(const JitterArgs& args, const JitterReport& report, OutputFile& file) {
  const std::uint64_t seed = sample_seed(args.setup.seed, report.spread.worst);
  write_costed_log(args.trace, jittered_costs(report.trace.trace, args.noise, seed), file.stream());
  file.commit();
}

}  // namespace

std::function<int()> bind_jitter(CLI::App& app) {
  auto args = std::make_shared<JitterArgs>();
  add_trace_option(app, args->trace);
  add_budget_option(app, args->budget);
  add_noise_option(app, args->noise);
  add_whole_option(app, "--samples", args->samples, std::size_t{1}, std::size_t{1'000'000},
                   "run so often, with costs drawn anew")
      ->type_name("N");
  add_setup_option(app, args->setup);
  app.get_option("--seed")->description("for the noise, and for policies that draw at random");
  add_threads_option(app, args->threads);
  add_parsed_option(
      app, "--worst", [](const std::string& text) { return text; },
      [args](const std::string& file) { args->worst = file; },
      "write the log of the worst sample: the first oom, else the first thrash, else "
      "the largest overhead")
      ->type_name("FILE");
  app.add_flag("--json", args->json, "one JSON object");
  return [args]() -> int {
    require_sound(*args);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    std::optional<OutputFile> file;  // before the work, so that a bad name costs nothing
    if (args->worst) file.emplace(*args->worst);
    const JitterReport report = make_report(*args, trace, setup);
    if (file) write_worst(*args, report, *file);
    print(args->json ? json_text(jitter_json(report)) : jitter_text(report));
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
