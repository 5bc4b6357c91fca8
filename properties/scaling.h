// Programs with other numbers.
#pragma once

#include <cstdint>

#include "properties/case.h"

namespace rematfuzz::properties {

// A factor to scale numbers of the case's program by. For large numbers a power of two: scores are
// rounded, and quotients that round to the same double need not do so when they are scaled by
// anything else. (Small numbers make quotients that are far apart.)
std::int64_t draw_factor(fuzz::ChoiceSource& choices, const Case& of);

// The trace of the program with all sizes and all costs times these.
Trace scaled_trace(fuzz::Program program, std::int64_t sizes, std::int64_t costs);

}  // namespace rematfuzz::properties
