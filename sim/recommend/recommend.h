// Recommend: which budget to use, for somebody who has a certain amount of memory.
//
// The one with the smallest overhead; among all budgets of the same overhead the one farthest from
// trouble, that is, whose nearer trouble (below or above) is farthest; among those the smallest.
// Trouble is a budget that fails, or the slow side of a cliff where that is slower than the advice.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/base/types.h"
#include "sim/findings/findings.h"
#include "sim/map/regime.h"
#include "sim/run/baseline.h"

namespace rematfuzz {

enum class TroubleKind : std::uint8_t {
  floor,          // fails, as does every smaller budget
  hole,           // runs out of memory, though a smaller budget passes
  thrash_pocket,  // likewise, over the overhead limit
  cliff,          // passes, at many times the overhead of a budget near by
  unknown,        // the map has no answer there
};

// "floor", "hole", "thrash_pocket", "cliff", "unknown".
std::string_view name_of(TroubleKind kind);

struct Trouble {
  TroubleKind kind = TroubleKind::floor;
  BudgetRange budgets;
  Nanos clock = 0;  // cliff: where a run there ends
};

// All there is in a map, in the order of their first budgets.
std::vector<Trouble> troubles_of(const RegimeMap& map, const Baseline& baseline,
                                 const FindingThresholds& thresholds);

struct Recommendation {
  Bytes budget = 0;
  Regime regime;  // the budget's own
  // The nearest trouble on either side, and how many bytes lie between it and the budget.
  std::optional<Trouble> below;
  std::optional<Trouble> above;
  Bytes distance_below = unlimited;
  Bytes distance_above = unlimited;
};

// Of the map's budgets up to `most`; none: none of these passes.
std::optional<Recommendation> recommend_budget(const RegimeMap& map,
                                               const std::vector<Trouble>& troubles, Bytes most);

// The passing regime with the smallest budgets; nullptr: no regime passes.
const Regime* first_pass(const RegimeMap& map);

}  // namespace rematfuzz
