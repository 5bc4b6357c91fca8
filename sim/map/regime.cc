#include "sim/map/regime.h"

#include <algorithm>

namespace rematfuzz {

std::vector<BudgetRange> gaps_of(const RegimeMap& map) {
  std::vector<BudgetRange> gaps;
  Bytes covered = map.range.from;
  for (const Regime& regime : map.regimes) {
    if (regime.lo > covered) gaps.push_back({.from = covered, .to = regime.lo});
    covered = regime.hi;
  }
  if (covered < map.range.to) gaps.push_back({.from = covered, .to = map.range.to});
  return gaps;
}

const Regime* regime_at(const RegimeMap& map, Bytes budget) {
  const auto above = std::ranges::upper_bound(map.regimes, budget, {}, &Regime::lo);
  if (above == map.regimes.begin()) return nullptr;
  const Regime& regime = *(above - 1);
  return regime.budgets().contains(budget) ? &regime : nullptr;
}

}  // namespace rematfuzz
