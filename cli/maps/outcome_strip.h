// The outcomes of a map in one line.
#pragma once

#include <cstddef>
#include <string>

#include "sim/base/types.h"
#include "sim/map/regime.h"

namespace rematfuzz::cli {

// A character for each of at most `columns` equal stretches of the budgets from map.range.from to
// below `end`:
//   .  pass, # oom, ~ thrash: what most of its budgets come to (of equals the worse)
//   ?  a budget of it has no answer
//   !  a hole starts in it that is narrower than a column; this one goes before all others
// REQUIRES: columns > 0, end > map.range.from; the map says nothing of budgets from `end` up, but
// where its range has no end.
std::string outcome_strip(const RegimeMap& map, Bytes end, std::size_t columns);

// The strip in colour, where standard output is a terminal; and what its characters mean, of those
// that are in it.
std::string painted_strip(const std::string& strip);
std::string strip_legend(const std::string& strip);

}  // namespace rematfuzz::cli
