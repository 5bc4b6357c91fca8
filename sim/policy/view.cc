#include "sim/policy/view.h"

#include <algorithm>

namespace rematfuzz {

namespace {

// The graph as RuntimeV1's banishing left it: some entries are gone from the lists.
struct BanishedGraph {
  const Trace& trace;
  const Position& position;
  const State& state;
  Direction direction;

  std::span<const Neighbor> neighbors(StorageId storage) const {
    return position.neighbors(trace, direction, storage);
  }
  bool visible(StorageId from, StorageId to) const { return state.banishing.lists(from, to); }
  std::uint64_t accesses(StorageId storage) const {
    std::uint64_t count = 0;
    for (const Neighbor& neighbor : neighbors(storage))
      if (visible(storage, neighbor.storage)) count += neighbor.multiplicity;
    return count;
  }
  bool material(StorageId storage) const { return state.material[storage]; }
  Nanos compute(StorageId storage) const { return position.compute(storage); }
};

struct WholeGraph : BanishedGraph {
  static constexpr bool visible(StorageId, StorageId) { return true; }
  std::uint64_t accesses(StorageId storage) const { return position.degree(direction, storage); }
};

}  // namespace

Nanos PolicyView::class_sum(StorageId storage) {
  scratch_.roots.clear();
  Nanos sum = 0;
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    accesses_ += position_.degree(direction, storage);
    for (const Neighbor& neighbor : position_.neighbors(trace_, direction, storage)) {
      if (state_.material[neighbor.storage] || neighbor.storage == storage) continue;
      const Classes::Node root = state_.classes.class_of(neighbor.storage);
      // Few classes meet at one storage: a scan beats a set.
      if (std::find(scratch_.roots.begin(), scratch_.roots.end(), root) != scratch_.roots.end())
        continue;
      scratch_.roots.push_back(root);
      sum += state_.classes.value(root);
    }
  }
  return sum;
}

void PolicyView::walk(StorageId storage, Direction direction) {
  const BanishedGraph graph{trace_, position_, state_, direction};
  if (state_.banishing.active())
    scratch_.walker.walk(graph, storage);
  else
    scratch_.walker.walk(WholeGraph{graph}, storage);
  accesses_ += scratch_.walker.accesses();
  scratch_.walker.drop_sets();
}

PolicyView::Neighborhood PolicyView::neighborhood(StorageId storage) {
  Neighborhood found;
  const auto visit = [&](StorageId member) {
    if (!scratch_.members.insert(member)) return;
    found.compute += compute(member);
    found.latest_access = std::max(found.latest_access, last_access(member));
  };
  walk(storage, Direction::forward);
  std::ranges::for_each(scratch_.walker.found(), visit);
  walk(storage, Direction::reverse);
  std::ranges::for_each(scratch_.walker.found(), visit);
  scratch_.members.drain(scratch_.unused);
  return found;
}

}  // namespace rematfuzz
