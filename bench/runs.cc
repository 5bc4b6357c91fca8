// How fast single runs are.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "bench/traces.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/log_reader.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

void run(benchmark::State& state, const Trace& trace, double ratio, const char* policy) {
  // Without a limit some policies rematerialize for hours.
  constexpr double overhead_limit = 3;
  const Baseline baseline = compute_baseline(trace);
  const RunOptions options{.budget = budget_of_ratio(baseline, ratio),
                           .simulator = {.remat_limit = remat_limit(baseline, overhead_limit)}};
  const Runtime& runtime = find_runtime("RuntimeV2EagerOptimized");
  for (auto _ : state) {
    const RunResult result =
        run_trace(trace, runtime, policy, *find_policy(policy).policy, options);
    state.counters["evictions"] = static_cast<double>(result.evictions);
    state.counters["accesses"] = static_cast<double>(result.heuristic_accesses);
  }
}

void add(const std::string& name, const std::shared_ptr<const Trace>& trace, double ratio,
         const char* policy) {
  benchmark::RegisterBenchmark(fmt::format("run/{}/{}/{}", name, policy, ratio).c_str(),
                               [=](benchmark::State& state) { run(state, *trace, ratio, policy); })
      ->Unit(benchmark::kMillisecond);
}

void add_public(const char* name, double ratio, const char* policy) {
  for (const std::string& path : bench::public_logs(name))
    add(name, std::make_shared<const Trace>(read_log(path).trace), ratio, policy);
}

const bool registered = [] {
  for (const char* policy : {"DTR", "DTREqClass", "DTRLocal", "MSPS", "LRU", "LargestStorage"}) {
    add("gen-resnet", std::make_shared<const Trace>(bench::generated("resnet")), 0.2, policy);
    add_public("resnet32", 0.101, policy);
    add_public("lstm", 0.265, policy);
    add_public("tv_densenet121", 0.3, policy);
  }
  return true;
}();

}  // namespace
