// Units and index types of the simulator.
//
// All quantities are integers (sizes in bytes, costs and times in nanoseconds). Sizes reach 2^40
// and clocks 2^50, so a product of the two is held in 128 bits.
#pragma once

#include <cstdint>
#include <limits>

namespace rematfuzz {

using Bytes = std::int64_t;  // a size, an amount of memory, a budget
using Nanos = std::int64_t;  // a cost, a point on the simulated clock

// Dense indices in order of creation, each counting from 0. A *storage* is shown to people and in
// records as the id of its root tensor, never as a StorageId.
using TensorId = std::uint32_t;
using StorageId = std::uint32_t;
using CallId = std::uint32_t;
using NameId = std::uint32_t;

inline constexpr std::uint32_t no_id = std::numeric_limits<std::uint32_t>::max();
inline constexpr Bytes unlimited = std::numeric_limits<Bytes>::max();

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

}  // namespace rematfuzz
