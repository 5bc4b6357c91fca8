// How many accesses it takes the reference to maintain regions (regions.h), found without
// maintaining them.
//
// It counts an access for each neighbour that rebuilding a region looks at, and one for each
// storage that a region gains by absorbing another. With n(R) the size of a region's interior:
//
// - Rebuilding is a walk, so its accesses are those of a fresh walk, whenever it happens; and what
//   all regions around a storage take together is one CountingWalk.
// - Absorbing adds to n(R) what it counts. So what a region absorbs between two rebuildings is the
//   difference of its sizes, and need not be counted when it happens:
//     all absorbed = (all n(R) at the end)
//                    + (n(R) before - n(R) after, over all rebuildings)
//                    - (n(R) of the regions of storages that became material)
//                    + (n(R) of the regions of storages that were evicted).
//
// Sizes are those of fresh walks, but for outputs that wait to be computed: RegionSums knows which
// regions lack them. REQUIRES: RegionSums::serves(trace). Then, when outputs are computed, all that
// leads to them is material: a region over parents that loses one loses that one alone.
//
// Runs on the eight public traces take a third to a half of what they take with regions kept
// (bench/README.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/counting_walk.h"
#include "sim/state/flags.h"
#include "sim/state/region_sums.h"
#include "sim/state/region_walk.h"
#include "sim/state/scratch_set.h"

namespace rematfuzz {

class RegionAccesses {
 public:
  using Scene = RegionWalk::Scene;

  void fit(std::size_t storages) {
    walk_.fit(storages);
    affected_.fit(storages);
  }

  // What becomes known of the count by each of these; it can be negative (modulo 2^64). To be
  // called before `sums` is told.
  std::uint64_t of_eviction(const Scene& scene, const RegionSums& sums, StorageId storage,
                            RegionWalk& walk) const;
  // After `storages`, outputs of one call, became material.
  std::uint64_t of_material(const Scene& scene, const RegionSums& sums,
                            std::span<const StorageId> storages, RegionWalk& walk);
  // What is not yet known of the count of the whole run, if it ended here.
  std::uint64_t at_end(const Scene& scene, const RegionSums& sums);

 private:
  // Moves what is affected into bases_.
  void list_affected();
  std::uint64_t of_parents(const Scene& scene, const RegionSums& sums,
                           std::span<const StorageId> storages);
  std::uint64_t of_children(const Scene& scene);
  std::uint64_t sizes(const Scene& scene, const RegionSums& sums, Direction direction);

  CountingWalk walk_;
  ScratchSet affected_;
  WordSet drained_;
  std::vector<StorageId> bases_;
};

}  // namespace rematfuzz
