// Hashing of plain values, for telling states apart cheaply. Not for untrusted keys.
#pragma once

#include <cstdint>

namespace rematfuzz {

// Mixes `value` into `hash`; the order of calls matters.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

template <class Range>
constexpr std::uint64_t mix_range(std::uint64_t hash, const Range& range) {
  for (const auto& value : range) hash = mix(hash, static_cast<std::uint64_t>(value));
  return hash;
}

}  // namespace rematfuzz
