// What an operator costs: a roofline over a plausible accelerator, in whole nanoseconds.
#pragma once

#include <cstdint>

#include "sim/base/types.h"

namespace rematfuzz::nn {

inline constexpr Nanos launch_cost = 20'000;           // of any operator that computes
inline constexpr Nanos view_cost = 1'500;              // of one that makes views only
inline constexpr std::int64_t flops_per_nano = 8'000;  // 8 Tflop/s
inline constexpr Bytes bytes_per_nano = 500;           // 500 GB/s

// The cost of `flops` floating-point operations over `traffic` bytes of memory read and written:
// whichever takes longer, after the launch.
Nanos kernel_cost(std::int64_t flops, Bytes traffic);

}  // namespace rematfuzz::nn
