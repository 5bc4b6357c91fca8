#include <algorithm>

#include "sim/findings/kinds.h"

namespace rematfuzz {

std::vector<Finding> find_inversions(const Evidence& evidence) {
  std::vector<Finding> found;
  const Regime* cheapest = nullptr;  // of those below
  for (const Regime& regime : evidence.map.regimes) {
    if (regime.result != Outcome::pass) continue;
    if (cheapest == nullptr) cheapest = &regime;
    const double factor = overhead_factor(evidence.baseline, cheapest->clock, regime.clock);
    if (&regime == cheapest || factor < evidence.thresholds.inversion_factor) {
      if (regime.clock <= cheapest->clock) cheapest = &regime;
      continue;
    }
    // No regime of a run is the cheapest, so all of it is held against the same one.
    if (found.empty() || found.back().budgets.to != regime.lo)
      found.push_back({.kind = FindingKind::inversion,
                       .budgets = regime.budgets(),
                       .better = cheapest->hi - 1});
    found.back().budgets.to = regime.hi;
    found.back().factor = std::max(found.back().factor, factor);
  }
  return found;
}

}  // namespace rematfuzz
