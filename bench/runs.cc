// How fast single runs are: the ordinary one, which counts every access; the lean one, which does
// not; the one that keeps regions; and the plain model's.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <string>

#include "bench/traces.h"
#include "properties/model/plain_model.h"
#include "sim/policy/policy_table.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

constexpr const char* runtime_name = "RuntimeV2EagerOptimized";

struct Point {
  std::string trace;
  double ratio = 0;  // 0: the smallest passing tenth
  const char* policy = "DTR";
};

Bytes budget_of(const Point& point, const bench::Subject& subject) {
  return budget_of_ratio(subject.baseline,
                         point.ratio > 0 ? point.ratio : subject.smallest_passing_tenth);
}

void run(benchmark::State& state, const Point& point, SumSource sums) {
  const auto subject = bench::public_subject(point.trace);
  const RunOptions options{
      .budget = budget_of(point, *subject),
      .simulator = {.remat_limit = remat_limit(subject->baseline, 2), .sums = sums}};
  const Policy& policy = *find_policy(point.policy).policy;
  for (auto _ : state) {
    const RunResult result =
        run_trace(subject->trace, find_runtime(runtime_name), point.policy, policy, options);
    state.SetLabel(std::string(name_of(result.result)));
    state.counters["clock"] = static_cast<double>(result.clock);
    state.counters["evictions"] = static_cast<double>(result.evictions);
    if (point.ratio <= 0) state.counters["tenth"] = subject->smallest_passing_tenth;
  }
}

void run_model(benchmark::State& state, const Point& point) {
  const auto subject = bench::public_subject(point.trace);
  const model::Question question{.runtime = runtime_name,
                                 .policy = point.policy,
                                 .budget = budget_of(point, *subject),
                                 .remat_limit = remat_limit(subject->baseline, 2)};
  for (auto _ : state) {
    const model::Answer answer = model::run(subject->trace, question);
    state.SetLabel(answer.result);
    state.counters["clock"] = static_cast<double>(answer.clock);
    state.counters["evictions"] = static_cast<double>(answer.evictions.size());
  }
}

template <class Run>
void add(const std::string& what, const Point& point, Run run) {
  benchmark::RegisterBenchmark(
      fmt::format("run/{}/{}/{}/{}", point.trace, point.policy,
                  point.ratio > 0 ? fmt::format("{}", point.ratio) : "smallest_tenth", what)
          .c_str(),
      run)
      ->Unit(benchmark::kMillisecond);
}

void add_all(const std::string& trace) {
  for (const double ratio : {0.3, 0.0}) {
    for (const char* policy : {"DTR", "DTREqClass", "DTRLocal", "MSPS", "LRU", "LargestStorage"}) {
      const Point point{.trace = trace, .ratio = ratio, .policy = policy};
      const auto add_run = [&](const char* what, SumSource sums) {
        add(what, point, [=](benchmark::State& state) { run(state, point, sums); });
      };
      add_run("ordinary", SumSource::counted);
      add_run("lean", SumSource::sums);
      if (std::string_view(policy) != "DTR") continue;
      add_run("regions", SumSource::regions);
      add("model", point, [=](benchmark::State& state) { run_model(state, point); });
    }
  }
}

const bool registered = [] {
  for (const std::string& name : bench::public_names())
    if (!bench::public_logs(name).empty()) add_all(name);
  return true;
}();

}  // namespace
