#include "sim/state/counting_walk.h"

#include <algorithm>
#include <bit>

#include "sim/base/bits.h"
#include "sim/base/check.h"

namespace rematfuzz {

namespace {

std::uint64_t ones(std::uint64_t mask) { return static_cast<std::uint64_t>(std::popcount(mask)); }

}  // namespace

CountingWalk::Counts CountingWalk::count(const RegionWalk::Scene& scene, Direction direction,
                                         const Asked& asked) {
  REMATFUZZ_CHECK(asked.bases.size() <= most_bases);
  first_ = todo_.size();
  last_ = 0;
  std::uint64_t of_bases = 0;
  Mask bit = 1;
  for (const StorageId base : asked.bases) {
    of_bases += scene.position.degree(direction, base);
    spread(scene, direction, base, bit);
    bit <<= 1;
  }
  for (const StorageId base : asked.group) spread(scene, direction, base, Mask{1} << most_bases);
  Counts counts = direction == Direction::forward ? go<Direction::forward>(scene, asked)
                                                  : go<Direction::reverse>(scene, asked);
  counts.accesses += of_bases;
  return counts;
}

template <Direction direction>
CountingWalk::Counts CountingWalk::go(const RegionWalk::Scene& scene, const Asked& asked) {
  constexpr Mask group = Mask{1} << most_bases;
  Counts counts;
  const auto take = [&](std::size_t w) {
    for (Mask todo = todo_[w]; todo != 0; todo = todo_[w]) {
      const int bit = direction == Direction::forward ? std::countr_zero(todo)
                                                      : static_cast<int>(std::bit_width(todo)) - 1;
      todo_[w] &= ~(Mask{1} << bit);
      const auto at = static_cast<StorageId>(w * 64) + static_cast<StorageId>(bit);
      const Mask mask = mask_[at];
      const std::uint64_t bases = ones(mask & ~group);
      counts.storages += bases;
      counts.accesses += bases * scene.position.degree(direction, at);
      if ((mask & group) != 0) counts.missed += asked.bases.size() - bases;
      if (at == asked.watched) counts.watched = mask;
      spread(scene, direction, at, mask);
      mask_[at] = 0;
    }
  };
  if constexpr (direction == Direction::forward) {
    for (std::size_t w = first_; w <= last_; ++w) take(w);
  } else {
    for (std::size_t w = last_ + 1; w-- > first_;) take(w);
  }
  return counts;
}

void CountingWalk::spread(const RegionWalk::Scene& scene, Direction direction, StorageId from,
                          Mask mask) {
  const Reach& reach = scene.position.reach(direction);
  const Mask itself = Mask{1} << (from % 64);
  spread_in_word(scene, from / 64, reach.near(from) & ~itself, mask);
  for (const Reach::Far& far : reach.far(from)) spread_in_word(scene, far.word, far.mask, mask);
}

void CountingWalk::spread_in_word(const RegionWalk::Scene& scene, std::size_t word, Mask neighbors,
                                  Mask mask) {
  const Mask more = neighbors & ~scene.material.words()[word];
  if (more == 0) return;
  for_each_bit(more, [&](std::size_t bit) { mask_[word * 64 + bit] |= mask; });
  todo_[word] |= more;
  first_ = std::min(first_, word);
  last_ = std::max(last_, word);
}

}  // namespace rematfuzz
