// How many whole maps of small random traces are made a second: what a fuzzer executes.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/map/explorer.h"
#include "sim/map/lower_bound.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "tests/model/plain_model.h"
#include "tests/trace/uniform_trace.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

constexpr std::uint64_t traces = 2000;  // seeds 0, 1, ...
constexpr std::size_t operators = 10;

const std::vector<Trace>& random_traces() {
  static const std::vector<Trace> made = [] {
    std::vector<Trace> list;
    for (std::uint64_t seed = 0; seed < traces; ++seed)
      list.push_back(testing::uniform_trace(seed, operators));
    return list;
  }();
  return made;
}

const Runtime& runtime() { return find_runtime("RuntimeV2EagerOptimized"); }

// All budgets of interest; the baseline and the bound are part of the work.
BudgetRange all_budgets(const Trace& trace) {
  const Bytes peak = compute_baseline(trace).peak_memory;
  return {.from = std::min(smallest_possible_budget(trace, runtime()), peak), .to = peak + 1};
}

void finish(benchmark::State& state, std::size_t regimes) {
  const auto maps = state.iterations() * static_cast<std::int64_t>(traces);
  state.SetItemsProcessed(maps);
  state.counters["regimes"] = static_cast<double>(regimes) / static_cast<double>(maps);
}

void explore(benchmark::State& state, const char* policy) {
  random_traces();
  Explorer explorer;
  std::size_t regimes = 0;
  for (auto _ : state)
    for (const Trace& trace : random_traces()) {
      explorer.restart(trace, runtime(), *find_policy(policy).policy,
                       {.range = all_budgets(trace)});
      regimes += explorer.finish().size();
    }
  finish(state, regimes);
}

void model_one_by_one(benchmark::State& state, const char* policy) {
  random_traces();
  std::size_t regimes = 0;
  for (auto _ : state)
    for (const Trace& trace : random_traces()) {
      const BudgetRange range = all_budgets(trace);
      for (Bytes at = range.from; at < range.to; ++regimes)
        at = model::run(trace, {.policy = policy, .budget = at}).smallest_refused;
    }
  finish(state, regimes);
}

void build(benchmark::State& state) {
  for (auto _ : state)
    for (std::uint64_t seed = 0; seed < traces; ++seed)
      benchmark::DoNotOptimize(testing::uniform_trace(seed, operators).calls.size());
  finish(state, 0);
}

const bool registered = [] {
  for (const char* policy : {"DTR", "DTREqClass", "DTRLocal", "MSPS", "LRU", "LargestStorage"}) {
    const std::string name = std::string("random_maps/") + policy;
    benchmark::RegisterBenchmark((name + "/at_once").c_str(), explore, policy)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/model").c_str(), model_one_by_one, policy)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("random_maps/build", build)->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
