#include "sim/recommend/recommend.h"

#include <algorithm>
#include <tuple>

namespace rematfuzz {

namespace {

TroubleKind kind_of(const Segment& segment, bool passed) {
  if (!passed) return TroubleKind::floor;
  return segment.result == Outcome::oom ? TroubleKind::hole : TroubleKind::thrash_pocket;
}

// The slow one of the cliff's two budgets.
Bytes slow_side(const Finding& cliff) {
  return cliff.better == cliff.budgets.from ? cliff.budgets.to - 1 : cliff.budgets.from;
}

Nanos clock_at(const RegimeMap& map, Bytes budget) {
  const Regime* regime = regime_at(map, budget);
  return regime == nullptr ? 0 : regime->clock;
}

// `budget` with what is nearest to it.
Recommendation judge(Bytes budget, const Regime& regime, const std::vector<Trouble>& troubles) {
  Recommendation made;
  made.budget = budget;
  made.regime = regime;
  for (const Trouble& trouble : troubles) {
    const BudgetRange& range = trouble.budgets;
    if (trouble.kind == TroubleKind::cliff && trouble.clock <= regime.clock) continue;
    if (range.to <= budget && budget - (range.to - 1) < made.distance_below) {
      made.below = trouble;
      made.distance_below = budget - (range.to - 1);
    }
    if (range.from > budget && range.from - budget < made.distance_above) {
      made.above = trouble;
      made.distance_above = range.from - budget;
    }
  }
  return made;
}

// The budget of the regime, up to `most`, that is farthest from trouble: half-way between the
// trouble on either side, or as near to that as the regime reaches.
Recommendation best_of(const Regime& regime, const std::vector<Trouble>& troubles, Bytes most) {
  const Bytes last = regime.hi == unlimited ? most : std::min(most, regime.hi - 1);
  const Recommendation lowest = judge(regime.lo, regime, troubles);
  if (!lowest.below && !lowest.above) return lowest;
  if (!lowest.above) return judge(last, regime, troubles);
  if (!lowest.below || lowest.distance_below >= lowest.distance_above) return lowest;
  const Bytes half_way = regime.lo + (lowest.distance_above - lowest.distance_below) / 2;
  return judge(std::min(last, half_way), regime, troubles);
}

// Whether `a` is the better advice.
bool better(const Recommendation& a, const Recommendation& b) {
  const Bytes room_a = std::min(a.distance_below, a.distance_above);
  const Bytes room_b = std::min(b.distance_below, b.distance_above);
  return std::tie(a.regime.clock, room_b, a.budget) < std::tie(b.regime.clock, room_a, b.budget);
}

}  // namespace

std::string_view name_of(TroubleKind kind) {
  switch (kind) {
    case TroubleKind::floor:
      return "floor";
    case TroubleKind::hole:
      return "hole";
    case TroubleKind::thrash_pocket:
      return "thrash_pocket";
    case TroubleKind::cliff:
      return "cliff";
    case TroubleKind::unknown:
      return "unknown";
  }
  return "";
}

std::vector<Trouble> troubles_of(const RegimeMap& map, const Baseline& baseline,
                                 const FindingThresholds& thresholds) {
  std::vector<Trouble> troubles;
  bool passed = false;
  for (const Segment& segment : segments_of(map)) {
    if (segment.result == Outcome::pass)
      passed = true;
    else
      troubles.push_back({kind_of(segment, passed), segment.budgets, 0});
  }
  for (const BudgetRange& range : map.missing) troubles.push_back({TroubleKind::unknown, range, 0});
  for (const Finding& finding : find_findings(map, baseline, thresholds)) {
    if (finding.kind != FindingKind::cliff) continue;
    const Bytes slow = slow_side(finding);
    troubles.push_back({TroubleKind::cliff, {.from = slow, .to = slow + 1}, clock_at(map, slow)});
  }
  std::ranges::sort(troubles, {}, [](const Trouble& trouble) {
    return std::tuple(trouble.budgets.from, trouble.budgets.to, trouble.kind);
  });
  return troubles;
}

std::optional<Recommendation> recommend_budget(const RegimeMap& map,
                                               const std::vector<Trouble>& troubles, Bytes most) {
  std::optional<Recommendation> best;
  for (const Regime& regime : map.regimes) {
    if (regime.result != Outcome::pass || regime.lo > most) continue;
    if (best && regime.clock > best->regime.clock) continue;
    const Recommendation made = best_of(regime, troubles, most);
    if (!best || better(made, *best)) best = made;
  }
  return best;
}

const Regime* first_pass(const RegimeMap& map) {
  const auto found = std::ranges::find(map.regimes, Outcome::pass, &Regime::result);
  return found == map.regimes.end() ? nullptr : &*found;
}

}  // namespace rematfuzz
