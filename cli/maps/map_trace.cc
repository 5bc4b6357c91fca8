#include "cli/maps/map_trace.h"

#include <algorithm>

#include "sim/base/check.h"
#include "sim/map/lower_bound.h"

namespace rematfuzz::cli {

BudgetRange default_range(const LoadedTrace& trace, const Setup& setup) {
  const Bytes from = smallest_possible_budget(trace.trace, *setup.runtime);
  return {.from = from, .to = std::max(from, trace.baseline.peak_memory) + 1};
}

namespace {

RegimeMap map_with(const LoadedTrace& trace, const Setup& setup, const ExplorerOptions& options,
                   const MapEffort& effort) {
  return map_in_parallel(trace.trace, *setup.runtime, setup.policy->name, *setup.policy->policy,
                         options, effort)
      .map;
}

}  // namespace

RegimeMap map_trace(const LoadedTrace& trace, const Setup& setup, BudgetRange range,
                    const MapEffort& effort) {
  const ExplorerOptions options{.range = range,
                                .simulator = setup.simulator,
                                .seed = setup.seed,
                                .count_drift = effort.count_drift};
  return map_with(trace, setup, options, effort);
}

std::vector<Regime> regimes_at(const LoadedTrace& trace, const Setup& setup,
                               const std::vector<Bytes>& budgets, const MapEffort& effort) {
  const ExplorerOptions options{
      .range = {}, .simulator = setup.simulator, .seed = setup.seed, .wanted = budgets};
  const RegimeMap map = map_with(trace, setup, options, effort);
  std::vector<Regime> regimes;
  regimes.reserve(budgets.size());
  for (const Bytes budget : budgets) {
    const Regime* regime = regime_at(map, budget);
    REMATFUZZ_CHECK(regime != nullptr);
    regimes.push_back(*regime);
  }
  return regimes;
}

}  // namespace rematfuzz::cli
