#include "fuzz/search/goals/goals.h"

namespace rematfuzz::fuzz {

Effect measure_drift(const Evidence& evidence) {
  Effect effect;
  for (const Regime& regime : evidence.map.regimes) {
    const auto decisions = static_cast<double>(regime.drift_decisions);
    if (decisions > effect.size)
      effect = {.size = decisions, .worse = regime.lo, .better = regime.lo};
  }
  return effect;
}

}  // namespace rematfuzz::fuzz
