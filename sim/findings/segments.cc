#include "sim/findings/segments.h"

namespace rematfuzz {

std::vector<Segment> segments_of(const RegimeMap& map) {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < map.regimes.size(); ++i) {
    const Regime& regime = map.regimes[i];
    const bool goes_on = !segments.empty() && segments.back().result == regime.result &&
                         segments.back().budgets.to == regime.lo;
    if (!goes_on) segments.push_back({regime.result, regime.budgets(), i, 0});
    segments.back().budgets.to = regime.hi;
    ++segments.back().count;
  }
  return segments;
}

}  // namespace rematfuzz
