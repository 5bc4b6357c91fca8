#include "bench/traces.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "sim/models/model.h"
#include "sim/policy/policy_table.h"
#include "sim/run/run.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz::bench {

const std::vector<std::string>& public_names() {
  static const std::vector<std::string> names{"resnet32",    "unet",       "tv_densenet121",
                                              "inceptionv4", "unroll_gan", "transformer",
                                              "lstm",        "treelstm"};
  return names;
}

std::vector<std::string> public_logs(const std::string& prefix) {
  std::vector<std::string> logs;
  const std::filesystem::path folder = std::filesystem::path(REMATFUZZ_SHARED_DIR) / "traces";
  if (!std::filesystem::is_directory(folder)) return logs;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".log" && entry.path().filename().string().starts_with(prefix))
      logs.push_back(entry.path().string());
  std::sort(logs.begin(), logs.end());
  return logs;
}

namespace {

double find_smallest_passing_tenth(const Trace& trace, const Baseline& baseline) {
  const Policy& dtr = *find_policy("DTR").policy;
  for (int tenths = 1; tenths < 10; ++tenths) {
    const double ratio = tenths / 10.0;
    const RunOptions options{
        .budget = budget_of_ratio(baseline, ratio),
        .simulator = {.remat_limit = remat_limit(baseline, 2), .sums = SumSource::sums}};
    const Runtime& runtime = find_runtime("RuntimeV2EagerOptimized");
    if (run_trace(trace, runtime, "DTR", dtr, options).result == Outcome::pass) return ratio;
  }
  return 1;
}

}  // namespace

std::shared_ptr<const Subject> public_subject(const std::string& name) {
  static std::string last_name;
  static std::shared_ptr<const Subject> last;
  if (name == last_name) return last;
  const std::vector<std::string> logs = public_logs(name);
  if (logs.empty()) return nullptr;
  Subject subject;
  subject.trace = read_log(logs.front()).trace;
  subject.baseline = compute_baseline(subject.trace);
  subject.smallest_passing_tenth = find_smallest_passing_tenth(subject.trace, subject.baseline);
  last = std::make_shared<const Subject>(std::move(subject));
  last_name = name;
  return last;
}

Trace generated(const char* model) {
  TraceBuilder builder;
  generate(find_model(model), {}, 0, [&](const Instruction& i) { builder.add(i); });
  return builder.finish();
}

}  // namespace rematfuzz::bench
