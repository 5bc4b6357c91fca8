#include "fuzz/search/goals/goals.h"

namespace rematfuzz::fuzz {

Effect measure_alternation(const Evidence& evidence) {
  Effect effect;
  double alternations = 0;
  const Regime* passing = nullptr;
  Outcome before = Outcome::oom;
  for (const Regime& regime : evidence.map.regimes) {
    if (regime.result == Outcome::thrash) continue;
    if (passing != nullptr && regime.result != before) ++alternations;
    if (regime.result == Outcome::oom && passing != nullptr)
      effect = {.size = 0, .worse = regime.lo, .better = passing->hi - 1};
    if (regime.result == Outcome::pass) passing = &regime;
    before = regime.result;
  }
  effect.size = alternations;
  return effect;
}

}  // namespace rematfuzz::fuzz
