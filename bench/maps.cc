// How fast maps are, each beside one run a regime by the same binary on one thread.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <string>

#include "bench/traces.h"
#include "sim/map/enumerate.h"
#include "sim/map/explorer.h"
#include "sim/map/lower_bound.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "sim/trace/log_reader.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

struct Question {
  std::shared_ptr<const Trace> trace;
  BudgetRange range;
};

const Runtime& runtime() { return find_runtime("RuntimeV2EagerOptimized"); }
const Policy& policy() { return *find_policy("DTR").policy; }

// `ratio` 0: from the sound lower bound.
Question question(const std::shared_ptr<const Trace>& trace, double ratio) {
  const Baseline baseline = compute_baseline(*trace);
  const Bytes from =
      ratio > 0 ? budget_of_ratio(baseline, ratio) : smallest_possible_budget(*trace, runtime());
  return {trace, {.from = from, .to = baseline.peak_memory + 1}};
}

void explore(benchmark::State& state, const Question& asked) {
  for (auto _ : state) {
    Explorer explorer(*asked.trace, runtime(), policy(), {.range = asked.range});
    state.counters["regimes"] = static_cast<double>(explorer.finish().size());
    const ExplorerStats& stats = explorer.stats();
    state.counters["states"] = static_cast<double>(stats.splits);
    state.counters["alive"] = static_cast<double>(stats.most_bundles);
    state.counters["columns"] = static_cast<double>(stats.most_columns);
    state.counters["MB"] = static_cast<double>(stats.most_bytes) / 1e6;
  }
}

void enumerate(benchmark::State& state, const Question& asked, SumSource sums) {
  RunOptions options;
  options.simulator.sums = sums;
  for (auto _ : state) {
    const RegimeMap map =
        enumerate_regimes(*asked.trace, runtime(), "DTR", policy(), asked.range, options);
    state.counters["regimes"] = static_cast<double>(map.regimes.size());
  }
}

void add(const std::string& name, const Question& asked) {
  benchmark::RegisterBenchmark(fmt::format("map/{}/at_once", name).c_str(),
                               [=](benchmark::State& state) { explore(state, asked); })
      ->Unit(benchmark::kMillisecond);
  // As `rematfuzz run` runs, and without counting accesses, which is faster.
  benchmark::RegisterBenchmark(
      fmt::format("map/{}/one_run_a_regime", name).c_str(),
      [=](benchmark::State& state) { enumerate(state, asked, SumSource::regions); })
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(
      fmt::format("map/{}/one_lean_run_a_regime", name).c_str(),
      [=](benchmark::State& state) { enumerate(state, asked, SumSource::sums); })
      ->Unit(benchmark::kMillisecond);
}

void add_public(const char* log, double ratio) {
  for (const std::string& path : bench::public_logs(log)) {
    const auto trace = std::make_shared<const Trace>(read_log(path).trace);
    add(ratio > 0 ? fmt::format("{}/{}", log, ratio) : fmt::format("{}/all", log),
        question(trace, ratio));
  }
}

const bool registered = [] {
  add_public("resnet32", 0);
  add_public("unet", 0);
  add_public("tv_densenet121", 0.3);
  return true;
}();

}  // namespace
