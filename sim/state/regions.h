// Maintained evicted neighbourhoods: for each storage a forward region (over children) and a
// reverse region (over parents).
//
// A region has an interior (storages that are not material), a frontier (material ones around it)
// and a sum of computes. The sums are what the policies divide. They are maintained step by step,
// exactly as the reference does it: the result can differ from a fresh walk (outputs exist before
// they are computed, views join later), and that difference decides evictions. Source: Kirisame et
// al., "Dynamic Tensor Rematerialization" (arXiv:2006.09616), section 4.1, and the behaviour of its
// simulator.
//
// A value: copying shares the regions, and a shared region is copied when one side changes it. A
// Regions and its copies belong to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/flags.h"
#include "sim/state/joint_walk.h"
#include "sim/state/position.h"
#include "sim/state/scratch_set.h"
#include "sim/state/word_set.h"

namespace rematfuzz {

struct Region {
  WordSet interior;
  WordSet frontier;
  Nanos sum = 0;

  bool operator==(const Region&) const = default;
};

// What the steps below cost the reference, and where they leave its invariants.
struct RegionCounts {
  std::uint64_t accesses = 0;
  // Absorbs of a storage that was absent from the frontier: there the reference stops with an
  // assertion, and this simulator goes on.
  std::uint64_t misses = 0;
};

class Regions {
 public:
  // Scratch memory of the steps, shared by any number of Regions of one thread.
  struct Scratch {
    explicit Scratch(std::size_t storages = 0) { fit(storages); }
    void fit(std::size_t storages) {
      walk.fit(storages);
      forward_affected.fit(storages);
      reverse_affected.fit(storages);
    }
    JointWalk walk;
    ScratchSet forward_affected;
    ScratchSet reverse_affected;
    WordSet affected;
    std::vector<StorageId> bases;
    std::vector<JointWalk::Found> found;
  };

  // No storage has a region. `storages` 0: regions are not maintained in this run.
  explicit Regions(std::size_t storages = 0) { restart(storages); }
  void restart(std::size_t storages) {
    for (Side& side : sides_) side.assign(storages, nullptr);
  }

  bool maintained() const { return !sides_[0].empty(); }

  Nanos sum(Direction direction, StorageId storage) const {
    const auto& region = side(direction)[storage];
    return region ? region->sum : 0;
  }

  // After `storage` became immaterial: its neighbours' regions absorb it and its own.
  void on_evict(const Position& position, StorageId storage, RegionCounts& counts);

  // After `storages` became material: rebuilds their regions and those that led through them.
  void on_material(const Trace& trace, const Position& position, const Flags& material,
                   std::span<const StorageId> storages, Scratch& scratch, RegionCounts& counts);

  bool operator==(const Regions& other) const;

 private:
  using Side = std::vector<std::shared_ptr<Region>>;

  const Side& side(Direction direction) const {
    return sides_[static_cast<std::size_t>(direction)];
  }
  Side& side(Direction direction) { return sides_[static_cast<std::size_t>(direction)]; }

  // The region for changing: unshared first, and made where there was none.
  static Region& own(std::shared_ptr<Region>& region);
  // The same for overwriting it whole: its old content is unspecified.
  static Region& renew(std::shared_ptr<Region>& region);

  void absorb(const Position& position, Direction direction, StorageId into, StorageId evicted,
              RegionCounts& counts);
  // Rebuilds the regions of the storages in scratch.bases, whatever their number.
  void rebuild(const Trace& trace, const Position& position, const Flags& material,
               Direction direction, Scratch& scratch, RegionCounts& counts);

  std::array<Side, 2> sides_;
};

}  // namespace rematfuzz
