#include "fuzz/search/evaluator.h"

#include <utility>

#include "sim/base/error.h"
#include "sim/map/lower_bound.h"

namespace rematfuzz::fuzz {

void Evaluator::take(const Trace& trace) {
  trace_ = &trace;
  baseline_ = compute_baseline(trace);
  range_ = searched_budgets(trace, *options_.runtime, baseline_);
}

std::optional<RegimeMap> Evaluator::map(const Policy& policy) {
  ExplorerOptions options;
  options.range = range_;
  options.simulator.remat_limit = remat_limit(baseline_, options_.overhead_limit);
  options.seed = options_.seed;
  options.count_drift = options_.count_drift;
  options.work_limit =
      options_.work_limit > 0 ? options_.work_limit : work_a_call * trace_->calls.size();
  try {
    explorer_.restart(*trace_, *options_.runtime, policy, options);
    RegimeMap map;
    map.range = range_;
    map.regimes = explorer_.finish();
    return map;
  } catch (const TooMuchWork&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

RegimeMap at_overhead_limit(RegimeMap map, const Baseline& baseline, double overhead_limit) {
  const Nanos limit = remat_limit(baseline, overhead_limit);
  for (Regime& regime : map.regimes)
    if (regime.remat_compute > limit) regime.result = Outcome::thrash;
  return map;
}

}  // namespace rematfuzz::fuzz
