// Which storages each storage leads to in one step, as masks: the graph of Adjacency for walks that
// go word by word (RegionWalk). What exists is entered as calls are created.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/flags.h"
#include "sim/trace/adjacency.h"

namespace rematfuzz {

class Reach {
 public:
  using Mask = Flags::Word;

  // Of the storages 64 * word, 64 * word + 1, ...
  struct Far {
    Mask mask = 0;
    std::uint32_t word = 0;
  };

  // With room for all edges of the graph, and none of them entered.
  void restart(const Adjacency& graph, Direction direction, std::size_t storages);

  // Enters an edge of that graph.
  void add(StorageId from, StorageId to);

  // The neighbours in the storage's own word of 64, and those in other words.
  Mask near(StorageId storage) const { return near_[storage]; }
  std::span<const Far> far(StorageId storage) const {
    return {far_.data() + begin_[storage], begin_[storage + 1] - begin_[storage]};
  }

 private:
  std::vector<Mask> near_;            // by storage
  std::vector<Far> far_;              // by storage, words ascending
  std::vector<std::uint32_t> begin_;  // by storage, and one more: into far_
  std::vector<std::uint32_t> words_;  // scratch
};

}  // namespace rematfuzz
