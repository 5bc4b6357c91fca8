#include "fuzz/search/goals/goals.h"

namespace rematfuzz::fuzz {

Effect steepest_rise(const RegimeMap& map, const Baseline& baseline) {
  Effect effect;
  const Regime* cheapest = nullptr;
  for (const Regime& regime : map.regimes) {
    if (regime.result != Outcome::pass) continue;
    if (cheapest != nullptr) {
      const double factor = overhead_factor(baseline, cheapest->clock, regime.clock);
      if (factor > effect.size)
        effect = {.size = factor, .worse = regime.lo, .better = cheapest->hi - 1};
    }
    if (cheapest == nullptr || regime.clock <= cheapest->clock) cheapest = &regime;
  }
  return effect;
}

Effect measure_inversion(const Evidence& evidence) {
  const Effect effect = steepest_rise(evidence.map, evidence.baseline);
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
