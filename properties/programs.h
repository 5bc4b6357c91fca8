// Small random programs for properties: each list of numbers is one, and a shorter list with
// smaller numbers is a simpler one, so that RapidCheck shrinks programs by shrinking lists.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/trace.h"

namespace rematfuzz::properties {

// A constant, then an instruction for each few numbers: calls with views, constants, mutations,
// copies, releases, with sizes and costs from 0 up. What is wrong where it stands is left out.
Trace program(const std::vector<std::uint8_t>& numbers);

}  // namespace rematfuzz::properties
