#include <limits>

#include "fuzz/search/goals/goals.h"

namespace rematfuzz::fuzz {

namespace {

// The dearest regime above the cheapest one below it: what find_inversions() compares with, too.
Effect steepest_rise(const Evidence& evidence) {
  Effect effect;
  const Regime* cheapest = nullptr;
  for (const Regime& regime : evidence.map.regimes) {
    if (regime.result != Outcome::pass) continue;
    if (cheapest != nullptr) {
      const double factor = overhead_factor(evidence.baseline, cheapest->clock, regime.clock);
      if (factor > effect.size)
        effect = {.size = factor, .worse = regime.lo, .better = cheapest->hi - 1};
    }
    if (cheapest == nullptr || regime.clock <= cheapest->clock) cheapest = &regime;
  }
  return effect;
}

}  // namespace

Effect measure_inversion(const Evidence& evidence) {
  const Effect effect = steepest_rise(evidence);
  return effect.size >= evidence.thresholds.inversion_factor ? effect : Effect{};
}

Effect measure_cliff(const Evidence& evidence) {
  Effect effect;
  for (const Finding& finding : find_cliffs(evidence)) {
    if (finding.factor <= effect.size) continue;
    const Bytes last = finding.budgets.to - 1;
    const Bytes worse = finding.better == last ? finding.budgets.from : last;
    effect = {.size = finding.factor, .worse = worse, .better = finding.better};
  }
  return effect;
}

}  // namespace rematfuzz::fuzz
