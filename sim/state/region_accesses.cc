#include "sim/state/region_accesses.h"

#include <algorithm>

#include "sim/base/bits.h"
#include "sim/base/check.h"

namespace rematfuzz {

namespace {

// Calls visit(span) for parts of the list that a CountingWalk takes.
template <class Visit>
void in_parts(std::span<const StorageId> list, Visit visit) {
  while (!list.empty()) {
    const std::size_t count = std::min(list.size(), CountingWalk::most_bases);
    visit(list.first(count));
    list = list.subspan(count);
  }
}

// How many of the bases, of those in `mask`, have forward regions that lack the waiting outputs.
std::uint64_t lacking(const RegionSums& sums, std::span<const StorageId> bases,
                      CountingWalk::Mask mask) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < bases.size(); ++i)
    if ((mask >> i & 1) != 0 && sums.lacks_outputs(bases[i])) ++count;
  return count;
}

}  // namespace

std::uint64_t RegionAccesses::of_eviction(const Scene& scene, const RegionSums& sums,
                                          StorageId storage, RegionWalk& walk) const {
  walk.sum(scene, Direction::reverse, storage);
  std::uint64_t size = walk.found_count() - 1;
  walk.sum(scene, Direction::forward, storage);
  size += walk.found_count() - 1;
  if (sums.lacks_outputs(storage) && walk.found(sums.waiting_output()))
    size -= sums.waiting_outputs();
  return size;
}

std::uint64_t RegionAccesses::of_material(const Scene& scene, const RegionSums& sums,
                                          std::span<const StorageId> storages, RegionWalk& walk) {
  std::uint64_t count = 0;
  for (const StorageId storage : storages) {
    count += scene.position.degree(Direction::reverse, storage);
    walk.for_frontier(scene, Direction::forward, storage, [&](StorageId child) {
      affected_.insert(child);
      ++count;  // that its region over parents loses `storage`
    });
    count -= walk.found_count() - 1;
    walk.visit_found(
        [&](StorageId found) { count += scene.position.degree(Direction::forward, found); });
  }
  return count + of_children(scene) + of_parents(scene, sums, storages);
}

void RegionAccesses::list_affected() {
  affected_.drain(drained_);
  bases_.clear();
  drained_.for_each([&](StorageId storage) { bases_.push_back(storage); });
}

// Rebuilds the regions over parents of what is affected.
std::uint64_t RegionAccesses::of_children(const Scene& scene) {
  list_affected();
  std::uint64_t count = 0;
  in_parts(bases_, [&](std::span<const StorageId> children) {
    count += walk_.count(scene, Direction::reverse, {.bases = children}).accesses;
  });
  return count;
}

// Rebuilds the forward regions of the arguments, which lose `storages` and what these led to.
std::uint64_t RegionAccesses::of_parents(const Scene& scene, const RegionSums& sums,
                                         std::span<const StorageId> storages) {
  for (const StorageId storage : storages)
    for (const Neighbor& parent :
         scene.position.neighbors(scene.trace, Direction::reverse, storage)) {
      if (parent.storage == storage) continue;
      REMATFUZZ_CHECK(scene.material[parent.storage]);
      affected_.insert(parent.storage);
    }
  list_affected();
  const StorageId output = sums.waiting_output();
  const bool computes_waiting = std::ranges::find(storages, output) != storages.end();
  std::uint64_t count = 0;
  in_parts(bases_, [&](std::span<const StorageId> parents) {
    const CountingWalk::Counts found = walk_.count(
        scene, Direction::forward, {.bases = parents, .group = storages, .watched = output});
    count += found.accesses + found.missed + parents.size() * storages.size();
    const bool all = computes_waiting || found.watched >> CountingWalk::most_bases != 0;
    const auto lost = all ? ~CountingWalk::Mask{0} : found.watched;
    count -= lacking(sums, parents, lost) * sums.waiting_outputs();
  });
  return count;
}

std::uint64_t RegionAccesses::sizes(const Scene& scene, const RegionSums& sums,
                                    Direction direction) {
  const bool forward = direction == Direction::forward;
  std::uint64_t count = 0;
  in_parts(bases_, [&](std::span<const StorageId> bases) {
    const CountingWalk::Counts found = walk_.count(
        scene, direction,
        {.bases = bases, .watched = forward ? sums.waiting_output() : StorageId{no_id}});
    count += found.storages;
    if (forward) count -= lacking(sums, bases, found.watched) * sums.waiting_outputs();
  });
  return count;
}

std::uint64_t RegionAccesses::at_end(const Scene& scene, const RegionSums& sums) {
  bases_.clear();
  std::size_t base = 0;
  for (const Flags::Word word : scene.material.words()) {
    for_each_bit(word,
                 [&](std::size_t bit) { bases_.push_back(static_cast<StorageId>(base + bit)); });
    base += 64;
  }
  return sizes(scene, sums, Direction::forward) + sizes(scene, sums, Direction::reverse);
}

}  // namespace rematfuzz
