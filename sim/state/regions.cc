#include "sim/state/regions.h"

#include <algorithm>

#include "sim/base/fault.h"

namespace rematfuzz {

namespace {

bool same_region(const std::shared_ptr<Region>& a, const std::shared_ptr<Region>& b) {
  static const Region none;
  return a == b || (a ? *a : none) == (b ? *b : none);
}

}  // namespace

Region& Regions::own(std::shared_ptr<Region>& region) {
  if (!region)
    region = std::make_shared<Region>();
  else if (region.use_count() > 1 && !planted(Fault::copies_share_regions))
    region = std::make_shared<Region>(*region);
  return *region;
}

Region& Regions::renew(std::shared_ptr<Region>& region) {
  if (!region || region.use_count() > 1) region = std::make_shared<Region>();
  return *region;
}

void Regions::absorb(const Position& position, Direction direction, StorageId into,
                     StorageId evicted, RegionCounts& counts) {
  // Holds the evicted storage's region even where `into` is that storage itself.
  const std::shared_ptr<Region> theirs = side(direction)[evicted];
  Region& region = own(side(direction)[into]);
  if (!region.frontier.erase(evicted)) ++counts.misses;
  region.sum += position.compute(evicted);
  ++counts.accesses;
  if (theirs) {
    region.frontier.merge(theirs->frontier);
    if (into == evicted) region.frontier.erase(evicted);
    theirs->interior.for_each_not_in(region.interior, [&](StorageId storage) {
      if (storage == evicted) return;  // counted above, "in any case"
      region.sum += position.compute(storage);
      ++counts.accesses;
    });
    region.interior.merge(theirs->interior);
  }
  region.interior.insert(evicted);
}

void Regions::on_evict(const Position& position, StorageId storage, RegionCounts& counts) {
  // Each loop changes regions of the other direction only, so its frontier stays as it is.
  if (const std::shared_ptr<Region> reverse = side(Direction::reverse)[storage])
    reverse->frontier.for_each(
        [&](StorageId parent) { absorb(position, Direction::forward, parent, storage, counts); });
  if (const std::shared_ptr<Region> forward = side(Direction::forward)[storage])
    forward->frontier.for_each(
        [&](StorageId child) { absorb(position, Direction::reverse, child, storage, counts); });
  for (Side& side : sides_) side[storage].reset();
}

void Regions::rebuild(const Trace& trace, const Position& position, const Flags& material,
                      Direction direction, Scratch& scratch, RegionCounts& counts) {
  std::span<const StorageId> left = scratch.bases;
  while (!left.empty()) {
    const auto bases = left.first(std::min(left.size(), JointWalk::most_bases));
    left = left.subspan(bases.size());
    scratch.found.clear();
    for (const StorageId base : bases) {
      Region& region = renew(side(direction)[base]);
      scratch.found.push_back({.interior = &region.interior, .frontier = &region.frontier});
    }
    scratch.walk.walk(trace, position, material, direction, bases, scratch.found);
    for (std::size_t i = 0; i < bases.size(); ++i) {
      side(direction)[bases[i]]->sum = scratch.found[i].sum;
      counts.accesses += scratch.found[i].accesses;
    }
  }
}

void Regions::on_material(const Trace& trace, const Position& position, const Flags& material,
                          std::span<const StorageId> storages, Scratch& scratch,
                          RegionCounts& counts) {
  scratch.bases.assign(storages.begin(), storages.end());
  for (const Direction direction : {Direction::forward, Direction::reverse})
    rebuild(trace, position, material, direction, scratch, counts);
  for (const StorageId storage : storages) {
    scratch.reverse_affected.merge(side(Direction::forward)[storage]->frontier);
    scratch.forward_affected.merge(side(Direction::reverse)[storage]->frontier);
  }
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    ScratchSet& affected =
        direction == Direction::forward ? scratch.forward_affected : scratch.reverse_affected;
    affected.drain(scratch.affected);
    scratch.bases.clear();
    scratch.affected.for_each([&](StorageId storage) { scratch.bases.push_back(storage); });
    rebuild(trace, position, material, direction, scratch, counts);
  }
}

bool Regions::operator==(const Regions& other) const {
  for (std::size_t d = 0; d < sides_.size(); ++d) {
    if (sides_[d].size() != other.sides_[d].size()) return false;
    for (std::size_t s = 0; s < sides_[d].size(); ++s)
      if (!same_region(sides_[d][s], other.sides_[d][s])) return false;
  }
  return true;
}

}  // namespace rematfuzz
