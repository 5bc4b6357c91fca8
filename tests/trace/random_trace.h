// Small random programs that use everything a log can say. The same for the same seed.
#pragma once

#include <cstdint>

#include "sim/trace/trace.h"

namespace rematfuzz::testing {

// At least `calls` operators; sizes and costs are small and now and then 0.
Trace random_trace(std::uint64_t seed, std::size_t calls);

}  // namespace rematfuzz::testing
