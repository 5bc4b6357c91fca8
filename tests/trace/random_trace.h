// Small random programs that use everything a log can say. The same for the same seed.
#pragma once

#include <cstdint>

#include "sim/trace/trace.h"

namespace rematfuzz::testing {

// What calls with views take.
enum class Views : std::uint8_t {
  of_any_argument,       // nearly all longer traces then need regions that are kept: see RegionSums
  of_the_only_argument,  // as in training traces: RegionSums serves them
};

// At least `calls` operators; sizes and costs are small and now and then 0.
Trace random_trace(std::uint64_t seed, std::size_t calls, Views views = Views::of_any_argument);

// One kind for even seeds, the other for odd ones.
inline Views views_of(std::uint64_t seed) {
  return seed % 2 == 0 ? Views::of_any_argument : Views::of_the_only_argument;
}

}  // namespace rematfuzz::testing
