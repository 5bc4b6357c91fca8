// Walks from up to 64 storages at once, over the storages that are not material.
//
// When a storage becomes material, the regions of dozens of storages around it are rebuilt, and
// walked one by one their walks run over the same storages again and again. Here each base is a
// bit, and what is walked is the mask of the bases that a storage is reached from.
//
// Storages are taken in the order of the program (forward: oldest first), in which nearly every
// edge leads onwards, so a storage has its whole mask when its turn comes and is walked once. Where
// an edge leads back (a view can take what was made from the storage that it views), the storage
// takes another turn; masks only grow, so that ends.
//
// What lies between two forks of the program has one mask; sums and sets are therefore handed out
// per stretch of equal masks, not per storage.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/flags.h"
#include "sim/state/position.h"
#include "sim/state/scratch_set.h"
#include "sim/state/word_set.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

class JointWalk {
 public:
  static constexpr std::size_t most_bases = 64;

  // What the walk from one base found.
  struct Found {
    WordSet* interior = nullptr;  // storages that are not material, reached through such ones
    WordSet* frontier = nullptr;  // the material ones next to them, without the base
    Nanos sum = 0;                // of the interior's computes
    std::uint64_t accesses = 0;   // tensors that the reference looks at
  };

  explicit JointWalk(std::size_t storages = 0) { fit(storages); }
  void fit(std::size_t storages) {
    if (interior_mask_.size() >= storages) return;
    interior_mask_.resize(storages, 0);
    frontier_mask_.resize(storages, 0);
    interior_.fit(storages);
    frontier_.fit(storages);
    waiting_.fit(storages);
  }

  // Walks from each of `bases`, which are material; `found` has a place for each, whose sets are
  // overwritten. REQUIRES: at most most_bases.
  void walk(const Trace& trace, const Position& position, const Flags& material,
            Direction direction, std::span<const StorageId> bases, std::span<Found> found);

 private:
  using Mask = std::uint64_t;

  struct Scene {
    const Trace& trace;
    const Position& position;
    const Flags& material;
    Direction direction;
  };

  void step(const Scene& scene, StorageId at, Mask mask);
  void hand_out_interior(const Scene& scene, std::span<Found> found);
  void hand_out_frontier(std::span<const StorageId> bases, std::span<Found> found);

  // All empty between walks.
  std::vector<Mask> interior_mask_;  // by storage
  std::vector<Mask> frontier_mask_;  // by storage
  ScratchSet interior_;              // what has a mask
  ScratchSet frontier_;
  ScratchSet waiting_;  // what is to be walked on from
  WordSet members_;
};

}  // namespace rematfuzz
