// The walk over an evicted neighbourhood for its sum or its surroundings alone: the lean sibling of
// Walker, without banishing and without counting accesses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/position.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

class RegionWalk {
 public:
  explicit RegionWalk(std::size_t storages = 0) : seen_(storages, 0) {}

  // Where a walk goes.
  struct Scene {
    const Trace& trace;
    const Position& position;
    const std::vector<std::uint8_t>& material;  // by storage
    const std::vector<std::uint8_t>& pinned;    // by storage
  };

  // The sum of computes of the storages that are not material, reached from `base` through such
  // ones. `base` itself does not count, material or not.
  Nanos sum(const Scene& scene, Direction direction, StorageId base) {
    return walk<false>(scene, direction, base);
  }

  // Calls visit(StorageId) for each material storage that borders on what is reached from `base`;
  // returns the sum. seen() is valid in it; it must not walk.
  template <class Visit>
  Nanos for_frontier(const Scene& scene, Direction direction, StorageId base, Visit visit) {
    const Nanos sum = walk<true>(scene, direction, base);
    for (const StorageId storage : frontier_) visit(storage);
    return sum;
  }

  // The same from several bases, none of them material, each storage once.
  template <class Visit>
  void for_frontier(const Scene& scene, Direction direction, std::span<const StorageId> bases,
                    Visit visit) {
    begin();
    for (const StorageId base : bases) {
      if (seen(base)) continue;
      seen_[base] = round_;
      found_.push_back(base);
    }
    go_on<true>(scene, direction);
    for (const StorageId storage : frontier_) visit(storage);
  }

  // Whether the last walk came by the storage.
  bool seen(StorageId storage) const { return seen_[storage] == round_; }

 private:
  void begin() {
    if (++round_ == 0) start_over();
    found_.clear();
    frontier_.clear();
  }

  template <bool with_frontier>
  Nanos walk(const Scene& scene, Direction direction, StorageId base) {
    begin();
    seen_[base] = round_;
    return step<with_frontier>(scene, direction, base) + go_on<with_frontier>(scene, direction);
  }

  // Takes the turns of what was found, which grows meanwhile; the sum of what is found on the way.
  template <bool with_frontier>
  Nanos go_on(const Scene& scene, Direction direction) {
    Nanos sum = 0;
    for (std::size_t next = 0; next < found_.size(); ++next)
      sum += step<with_frontier>(scene, direction, found_[next]);
    return sum;
  }

  template <bool with_frontier>
  Nanos step(const Scene& scene, Direction direction, StorageId at) {
    Nanos sum = 0;
    for (const Neighbor& neighbor : scene.position.neighbors(scene.trace, direction, at)) {
      const StorageId to = neighbor.storage;
      if (seen_[to] == round_) continue;
      if (scene.material[to] != 0) {
        if constexpr (with_frontier) {
          seen_[to] = round_;
          frontier_.push_back(to);
        }
        continue;
      }
      seen_[to] = round_;
      sum += scene.position.compute(to);
      found_.push_back(to);
    }
    return sum;
  }

  void start_over() {
    seen_.assign(seen_.size(), 0);
    round_ = 1;
  }

  std::vector<std::uint32_t> seen_;  // by storage: the round that came by last
  std::uint32_t round_ = 0;
  std::vector<StorageId> found_;
  std::vector<StorageId> frontier_;
};

}  // namespace rematfuzz
