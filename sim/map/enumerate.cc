#include "sim/map/enumerate.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.h"

namespace rematfuzz {

Regime run_regime(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                  const Policy& policy, const RunOptions& options) {
  const RunResult result = run_trace(trace, runtime, policy_name, policy, options);
  return {.lo = result.peak_memory,
          .hi = result.smallest_refused,
          .result = result.result,
          .clock = result.clock,
          .remat_compute = result.remat_compute,
          .evictions = result.evictions,
          .peak_memory = result.peak_memory,
          .drift_decisions = result.drift_decisions};
}

RegimeMap enumerate_regimes(const Trace& trace, const Runtime& runtime,
                            std::string_view policy_name, const Policy& policy, BudgetRange range,
                            RunOptions options) {
  if (!policy.has_regimes())
    throw InputError(fmt::format("{} has no budget regimes; use sweep", policy_name));
  RegimeMap map{.range = range, .regimes = {}, .missing = {}};
  for (Bytes above = range.to; above > range.from;) {
    options.budget = above == unlimited ? unlimited : above - 1;
    Regime regime = run_regime(trace, runtime, policy_name, policy, options);
    above = regime.lo;
    regime.lo = std::max(regime.lo, range.from);
    regime.hi = std::min(regime.hi, range.to);
    map.regimes.push_back(regime);
  }
  std::ranges::reverse(map.regimes);
  return map;
}

}  // namespace rematfuzz
