#include "sim/map/regime.h"

#include <algorithm>

namespace rematfuzz {

const Regime* regime_at(const RegimeMap& map, Bytes budget) {
  const auto above = std::ranges::upper_bound(map.regimes, budget, {}, &Regime::lo);
  if (above == map.regimes.begin()) return nullptr;
  const Regime& regime = *(above - 1);
  return regime.budgets().contains(budget) ? &regime : nullptr;
}

}  // namespace rematfuzz
