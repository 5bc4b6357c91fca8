#include "fuzz/search/search.h"

#include <algorithm>
#include <cmath>

#include "fuzz/search/goals/goals.h"

namespace rematfuzz::fuzz {

namespace {

// Directions of hints, of each policy.
enum Direction : std::uint32_t {
  overhead,  // the largest one of a pass
  rise,      // how much dearer a pass is than one below it: those count that are no inversions, too
  reach,     // how far above the lowest pass the last oom is, as a factor: a trace that gets larger
             // beside its hole loses of the hole's share of the peak, and nothing here
  directions,
};

// From the lowest pass to the end of the last hole.
double reach_of_holes(const RegimeMap& map) {
  const auto lowest = std::ranges::find(map.regimes, Outcome::pass, &Regime::result);
  double end = 0;
  for (auto regime = lowest; regime != map.regimes.end(); ++regime)
    if (regime->result == Outcome::oom) end = static_cast<double>(regime->hi);
  return end == 0 || lowest->lo == 0 ? 0 : end / static_cast<double>(lowest->lo);
}

// Finer than level_of_factor() where a rise is small.
unsigned level_of_rise(double factor) {
  constexpr double levels_a_doubling = 3;
  constexpr double parts = 100;
  if (factor <= 1) return 0;
  const double level = levels_a_doubling * std::log2(1 + parts * (factor - 1));
  return std::min(static_cast<unsigned>(level), levels - 1);
}

}  // namespace

void Search::add_hints(const RegimeMap& map, std::size_t policy, Look& look) const {
  const auto first = static_cast<std::uint32_t>(policy * directions);
  const auto hint = [&](Direction direction, unsigned level) {
    if (level > 0) look.hints.push_back({first + direction, level});
  };
  Nanos dearest = 0;
  for (const Regime& regime : map.regimes)
    if (regime.result == Outcome::pass) dearest = std::max(dearest, regime.clock);
  hint(overhead, level_of_factor(overhead_of(evaluator_.baseline(), dearest)));
  hint(rise, level_of_rise(steepest_rise(map, evaluator_.baseline()).size));
  hint(reach, level_of_factor(reach_of_holes(map)));
}

std::vector<const PolicyEntry*> distinct_policies() {
  std::vector<const PolicyEntry*> policies;
  for (const PolicyEntry& entry : policy_table())
    if (entry.same_as.empty()) policies.push_back(&entry);
  return policies;
}

}  // namespace rematfuzz::fuzz
