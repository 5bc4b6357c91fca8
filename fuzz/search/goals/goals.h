// The goals' measures; goal.h says what they return.
#pragma once

#include "fuzz/search/goal.h"

namespace rematfuzz::fuzz {

// The widest hole, or thrash pocket, as a share of the baseline's peak.
Effect measure_hole(const Evidence& evidence);
Effect measure_thrash(const Evidence& evidence);
// The largest factor of an inversion, or of a cliff.
Effect measure_inversion(const Evidence& evidence);
Effect measure_cliff(const Evidence& evidence);
// The dearest pass beside the cheapest one below it, however small the factor (below 1, too):
// what inversions are the large ones of.
Effect steepest_rise(const RegimeMap& map, const Baseline& baseline);
// The most drift decisions of a regime.
Effect measure_drift(const Evidence& evidence);
// How often the outcome alternates between pass and oom, going up through all budgets from the
// lowest pass; each hole makes two.
Effect measure_alternation(const Evidence& evidence);

}  // namespace rematfuzz::fuzz
