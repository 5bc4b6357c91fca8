#include "cli/maps/map_trace.h"

#include <algorithm>

#include "sim/map/lower_bound.h"

namespace rematfuzz::cli {

BudgetRange default_range(const LoadedTrace& trace, const Setup& setup) {
  const Bytes from = smallest_possible_budget(trace.trace, *setup.runtime);
  return {.from = from, .to = std::max(from, trace.baseline.peak_memory) + 1};
}

RegimeMap map_trace(const LoadedTrace& trace, const Setup& setup, BudgetRange range,
                    const MapEffort& effort) {
  const ExplorerOptions options{.range = range, .simulator = setup.simulator, .seed = setup.seed};
  return map_in_parallel(trace.trace, *setup.runtime, setup.policy->name, *setup.policy->policy,
                         options, effort)
      .map;
}

}  // namespace rematfuzz::cli
