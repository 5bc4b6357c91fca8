#include "sim/state/reach.h"

#include <algorithm>

namespace rematfuzz {

Reach::Reach(const Adjacency& graph, Direction direction, std::size_t storages)
    : near_(storages, 0) {
  begin_.reserve(storages + 1);
  begin_.push_back(0);
  std::vector<std::uint32_t> words;
  for (StorageId storage = 0; storage < storages; ++storage) {
    words.clear();
    for (const Neighbor& neighbor : graph.neighbors(direction, storage)) {
      const std::uint32_t word = neighbor.storage / 64;
      if (word != storage / 64 && (words.empty() || words.back() != word)) words.push_back(word);
    }
    std::ranges::sort(words);
    const auto twice = std::ranges::unique(words);
    words.erase(twice.begin(), twice.end());
    for (const std::uint32_t word : words) far_.push_back({.mask = 0, .word = word});
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
