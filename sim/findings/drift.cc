#include <algorithm>

#include "sim/findings/kinds.h"

namespace rematfuzz {

std::vector<Finding> find_drift(const Evidence& evidence) {
  std::vector<Finding> found;
  for (const Regime& regime : evidence.map.regimes) {
    if (regime.drift_decisions == 0) continue;
    if (found.empty() || found.back().budgets.to != regime.lo)
      found.push_back({.kind = FindingKind::drift, .budgets = regime.budgets()});
    found.back().budgets.to = regime.hi;
    found.back().decisions = std::max(found.back().decisions, regime.drift_decisions);
  }
  return found;
}

}  // namespace rematfuzz
