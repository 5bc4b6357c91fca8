// A fingerprint of a program: equal for equal traces, whatever their names are.
#pragma once

#include <cstdint>

#include "sim/trace/trace.h"

namespace rematfuzz {

// Of everything that a run depends on (calls, arguments, sizes, costs, steps), not of names. Not
// for telling apart what somebody made to collide.
std::uint64_t digest(const Trace& trace);

}  // namespace rematfuzz
