// Chunks of a list, from its end: for passes that take out many things at once, then fewer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace rematfuzz::minimizer {

// The chunk of a level has 2^level members; the largest one is half of the list.
constexpr std::size_t chunk_levels(std::size_t count) {
  return count < 2 ? count : static_cast<std::size_t>(std::bit_width(count)) - 1;
}
constexpr std::size_t chunk_places(std::size_t count, std::size_t level) {
  const std::size_t size = std::size_t{1} << level;
  return (count + size - 1) / size;
}

struct Chunk {
  std::size_t begin = 0;
  std::size_t end = 0;

  constexpr bool contains(std::size_t index) const { return begin <= index && index < end; }
};

// When the chunk at a place is taken out, the one at the same place is the next one before it.
constexpr Chunk chunk_at(std::size_t count, std::size_t level, std::size_t place) {
  const std::size_t size = std::size_t{1} << level;
  const std::size_t end = count - std::min(count, place * size);
  return {.begin = end - std::min(end, size), .end = end};
}

}  // namespace rematfuzz::minimizer
