// How many whole maps of small random traces are made a second: what a fuzzer executes.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "properties/model/plain_model.h"
#include "sim/map/explorer.h"
#include "sim/map/lower_bound.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "tests/trace/uniform_trace.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

constexpr std::size_t operators = 10;

// Traces at a time, each time others, as in fuzzing: just built, and never seen before.
constexpr std::uint64_t traces = 50;

class FreshTraces {
 public:
  const std::vector<Trace>& next() {
    made_.clear();
    for (std::uint64_t i = 0; i < traces; ++i)
      made_.push_back(testing::uniform_trace(seed_++, operators));
    return made_;
  }

 private:
  std::uint64_t seed_ = 0;
  std::vector<Trace> made_;
};

// Calls map(trace), which returns the number of regimes, and measures that alone.
template <class Map>
void measure(benchmark::State& state, Map map) {
  FreshTraces fresh;
  std::size_t regimes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const std::vector<Trace>& made = fresh.next();
    state.ResumeTiming();
    for (const Trace& trace : made) regimes += map(trace);
  }
  const auto maps = state.iterations() * static_cast<std::int64_t>(traces);
  state.SetItemsProcessed(maps);
  state.counters["regimes"] = static_cast<double>(regimes) / static_cast<double>(maps);
}

const Runtime& runtime() { return find_runtime("RuntimeV2EagerOptimized"); }

// All budgets of interest; the baseline and the bound are part of the work.
BudgetRange all_budgets(const Trace& trace) {
  return searched_budgets(trace, runtime(), compute_baseline(trace));
}

void explore(benchmark::State& state, const char* policy) {
  Explorer explorer;
  measure(state, [&](const Trace& trace) {
    explorer.restart(trace, runtime(), *find_policy(policy).policy, {.range = all_budgets(trace)});
    return explorer.finish().size();
  });
}

void model_one_by_one(benchmark::State& state, const char* policy) {
  measure(state, [&](const Trace& trace) {
    const BudgetRange range = all_budgets(trace);
    std::size_t regimes = 0;
    for (Bytes at = range.from; at < range.to; ++regimes)
      at = model::run(trace, {.policy = policy, .budget = at}).smallest_refused;
    return regimes;
  });
}

void build(benchmark::State& state) {
  FreshTraces fresh;
  for (auto _ : state) benchmark::DoNotOptimize(fresh.next().size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(traces));
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
