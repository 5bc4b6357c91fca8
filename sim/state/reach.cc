#include "sim/state/reach.h"

#include <algorithm>

namespace rematfuzz {

void Reach::restart(const Adjacency& graph, Direction direction, std::size_t storages) {
  near_.assign(storages, 0);
  far_.clear();
  begin_.assign(1, 0);
  for (StorageId storage = 0; storage < storages; ++storage) {
    words_.clear();
    for (const Neighbor& neighbor : graph.neighbors(direction, storage)) {
      const std::uint32_t word = neighbor.storage / 64;
      if (word != storage / 64 && (words_.empty() || words_.back() != word)) words_.push_back(word);
    }
    std::ranges::sort(words_);
    const auto twice = std::ranges::unique(words_);
    words_.erase(twice.begin(), twice.end());
    for (const std::uint32_t word : words_) far_.push_back({.mask = 0, .word = word});
    begin_.push_back(static_cast<std::uint32_t>(far_.size()));
  }
}

void Reach::add(StorageId from, StorageId to) {
  const Mask bit = Mask{1} << (to % 64);
  if (from / 64 == to / 64) {
    near_[from] |= bit;
    return;
  }
  const std::span<Far> far{far_.data() + begin_[from], begin_[from + 1] - begin_[from]};
  std::ranges::lower_bound(far, to / 64, {}, &Far::word)->mask |= bit;
}

}  // namespace rematfuzz
