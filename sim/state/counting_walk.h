// Walks from up to 64 storages at once for counts alone: what the walks from all of them found,
// without what each of them found.
//
// As in RegionWalk, words are taken in the order of ids, in which edges lead onwards; as in
// JointWalk, each base is a bit, and a storage is walked on from once, with the mask of the bases
// that reach it. REQUIRES: edges only lead to larger ids, but for those of a storage to itself
// (RegionSums::serves()).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/region_walk.h"

namespace rematfuzz {

class CountingWalk {
 public:
  using Mask = std::uint64_t;
  // One bit is left for a group of bases.
  static constexpr std::size_t most_bases = 63;

  struct Asked {
    std::span<const StorageId> bases;       // at most most_bases, material
    std::span<const StorageId> group = {};  // more bases, which count as one
    StorageId watched = no_id;              // a storage that is not material
  };

  struct Counts {
    // Over all bases: storages that are not material, reached through such ones; and how many
    // neighbours the reference looks at on the way.
    std::uint64_t storages = 0;
    std::uint64_t accesses = 0;
    // Over all bases: what the group found and the base did not.
    std::uint64_t missed = 0;
    // Who came by the watched storage: bit i for base i, bit most_bases for the group.
    Mask watched = 0;
  };

  void fit(std::size_t storages) {
    if (mask_.size() >= storages) return;
    mask_.resize(storages, 0);
    todo_.resize(storages / 64 + 1, 0);
  }

  Counts count(const RegionWalk::Scene& scene, Direction direction, const Asked& asked);

 private:
  template <Direction direction>
  Counts go(const RegionWalk::Scene& scene, const Asked& asked);
  void spread(const RegionWalk::Scene& scene, Direction direction, StorageId from, Mask mask);
  void spread_in_word(const RegionWalk::Scene& scene, std::size_t word, Mask neighbors, Mask mask);

  // All 0 between walks.
  std::vector<Mask> mask_;  // by storage: the bases that reach it
  std::vector<Mask> todo_;  // by 64 storages
  std::size_t first_ = 0;   // the words that may not be 0
  std::size_t last_ = 0;
};

}  // namespace rematfuzz
