// Segments: maximal runs of neighbouring regimes with the same result.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/map/regime.h"

namespace rematfuzz {

struct Segment {
  Outcome result = Outcome::pass;
  BudgetRange budgets;
  std::size_t first = 0;  // its regimes: index of the first, and how many
  std::size_t count = 0;
};

// In budget order. A gap in the map ends a segment.
std::vector<Segment> segments_of(const RegimeMap& map);

}  // namespace rematfuzz
