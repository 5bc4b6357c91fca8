// The walk over an evicted neighbourhood: from a storage, in one direction, on through storages
// that are not material, up to the material ones around them.
//
// A Walker owns the scratch memory of such walks; what it found is valid until its next walk.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/scratch_set.h"

namespace rematfuzz {

class Walker {
 public:
  explicit Walker(std::size_t storages = 0) { fit(storages); }
  void fit(std::size_t storages) {
    interior_.fit(storages);
    frontier_.fit(storages);
  }

  // Walks from `base`. `Graph` has
  //   neighbors(storage)  the neighbours in the direction of the walk, as a range of Neighbor;
  //   visible(from, to)   whether that edge is to be followed;
  //   accesses(storage)   how many tensors the reference looks at there;
  //   material(storage), compute(storage).
  // Afterwards sum() and accesses() describe the walk, and found() lists the storages that are not
  // material, in the order in which they were met. Follow with take_sets() or drop_sets().
  template <class Graph>
  void walk(const Graph& graph, StorageId base) {
    found_.clear();
    sum_ = 0;
    accesses_ = 0;
    step(graph, base, base);
    // found_ serves as the stack, too: a storage's neighbours are met when its turn comes.
    for (std::size_t next = 0; next < found_.size(); ++next) step(graph, base, found_[next]);
  }

  Nanos sum() const { return sum_; }
  std::uint64_t accesses() const { return accesses_; }
  const std::vector<StorageId>& found() const { return found_; }

  void take_sets(WordSet& interior, WordSet& frontier) {
    interior_.drain(interior);
    frontier_.drain(frontier);
  }
  void drop_sets() {
    interior_.drain(unused_);
    frontier_.drain(unused_);
  }

 private:
  template <class Graph>
  void step(const Graph& graph, StorageId base, StorageId at) {
    accesses_ += graph.accesses(at);
    for (const auto& neighbor : graph.neighbors(at)) {
      const StorageId to = neighbor.storage;
      if (!graph.visible(at, to)) continue;
      if (graph.material(to)) {
        if (to != base) frontier_.insert(to);
      } else if (interior_.insert(to)) {
        found_.push_back(to);
        sum_ += graph.compute(to);
      }
    }
  }

  ScratchSet interior_;
  ScratchSet frontier_;
  WordSet unused_;
  std::vector<StorageId> found_;
  Nanos sum_ = 0;
  std::uint64_t accesses_ = 0;
};

}  // namespace rematfuzz
