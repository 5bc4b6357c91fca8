// The only source of randomness: a small generator whose state is one 64-bit word (SplitMix64).
//
// Passed explicitly, seeded explicitly, the same on every machine. Where it stands is its value,
// so a copy of it continues as the original would.
#pragma once

#include <cstdint>

#include "sim/base/check.h"
#include "sim/base/types.h"

namespace rematfuzz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // Any 64-bit value, all equally likely.
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  // One of 0 .. bound - 1, all exactly equally likely. REQUIRES: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    REMATFUZZ_CHECK(bound > 0);
    // The upper word of next() * bound, leaving out the (2^64 mod bound) products whose lower word
    // would favour some results over others.
    const std::uint64_t surplus = (0 - bound) % bound;
    for (;;) {
      const UInt128 product = UInt128{next()} * bound;
      if (static_cast<std::uint64_t>(product) >= surplus)
        return static_cast<std::uint64_t>(product >> 64);
    }
  }

  bool operator==(const Random&) const = default;

 private:
  std::uint64_t state_;
};

}  // namespace rematfuzz
