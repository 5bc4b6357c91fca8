// The set bits of a word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace rematfuzz {

// Calls visit(i) for each bit i of `mask`, ascending.
template <class Visit>
void for_each_bit(std::uint64_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<std::size_t>(std::countr_zero(mask)));
}

}  // namespace rematfuzz
