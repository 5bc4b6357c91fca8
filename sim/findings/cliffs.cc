// Cliffs: over all pairs of passing regimes that come close enough, each place once.
//
// The budgets at which two regimes are closest are the lower one's last and the upper one's first.
// Going up through the passing regimes, those within reach below form a window whose two ends only
// move up; its cheapest and its dearest regime make the steepest pairs that end at the regime just
// reached: a rise (more memory costs more) and a fall. All other pairs that end there the same way
// are less steep.
//
// From the steepest of these pairs down, each one is a cliff, unless it goes the same way as one
// before and is at most `cliff_distance` away from it (or overlaps it): that is the same place. So
// there are no more than two cliffs to a distance, however many regimes there are.
#include <algorithm>
#include <deque>
#include <map>

#include "sim/findings/kinds.h"

namespace rematfuzz {

namespace {

enum class Way { rise, fall };

struct Pair {
  Bytes below = 0;
  Bytes above = 0;
  double factor = 0;
};

Bytes last_of(const Regime& regime) { return regime.hi - 1; }

// The steepest pair that ends at each passing regime, where it is steep enough.
std::vector<Pair> steepest_pairs(const Evidence& evidence, Way way) {
  const auto steeper = [&](const Regime& a, const Regime& b) {
    return way == Way::rise ? a.clock < b.clock : a.clock > b.clock;
  };
  std::vector<Pair> pairs;
  std::deque<const Regime*> window;  // the steepest at its front, behind each the next steepest
  for (const Regime& regime : evidence.map.regimes) {
    if (regime.result != Outcome::pass) continue;
    while (!window.empty() &&
           regime.lo - last_of(*window.front()) > evidence.thresholds.cliff_distance)
      window.pop_front();
    if (!window.empty()) {
      const Nanos below = window.front()->clock;
      const double factor = way == Way::rise
                                ? overhead_factor(evidence.baseline, below, regime.clock)
                                : overhead_factor(evidence.baseline, regime.clock, below);
      if (factor >= evidence.thresholds.cliff_factor)
        pairs.push_back({last_of(*window.front()), regime.lo, factor});
    }
    // Of equals the closest stays.
    while (!window.empty() && !steeper(*window.back(), regime)) window.pop_back();
    window.push_back(&regime);
  }
  return pairs;
}

// Steepest first, then narrowest, then lowest.
bool goes_first(const Pair& a, const Pair& b) {
  if (a.factor != b.factor) return a.factor > b.factor;
  if (a.above - a.below != b.above - b.below) return a.above - a.below < b.above - b.below;
  return a.below < b.below;
}

// Pairs, any two of which are more than a distance apart.
class Places {
 public:
  explicit Places(Bytes distance) : distance_(distance) {}

  // Whether it is a new place.
  bool add(const Pair& pair) {
    const auto next = above_of_.lower_bound(pair.below);
    if (next != above_of_.end() && next->first - pair.above <= distance_) return false;
    if (next != above_of_.begin() && pair.below - std::prev(next)->second <= distance_)
      return false;
    above_of_.emplace_hint(next, pair.below, pair.above);
    return true;
  }

 private:
  Bytes distance_;
  std::map<Bytes, Bytes> above_of_;  // by its lower budget, a pair's upper one
};

}  // namespace

std::vector<Finding> find_cliffs(const Evidence& evidence) {
  std::vector<Finding> found;
  for (const Way way : {Way::rise, Way::fall}) {
    std::vector<Pair> pairs = steepest_pairs(evidence, way);
    std::ranges::sort(pairs, goes_first);
    Places places(evidence.thresholds.cliff_distance);
    for (const Pair& pair : pairs)
      if (places.add(pair))
        found.push_back({.kind = FindingKind::cliff,
                         .budgets = {pair.below, pair.above + 1},
                         .better = way == Way::rise ? pair.below : pair.above,
                         .factor = pair.factor});
  }
  return found;
}

}  // namespace rematfuzz
