#include "sim/state/regions.h"

namespace rematfuzz {

namespace {

// The program's graph in one direction, as a Walker wants it.
struct LiveGraph {
  const Trace& trace;
  const Position& position;
  const std::vector<std::uint8_t>& is_material;
  Direction direction;

  std::span<const Neighbor> neighbors(StorageId storage) const {
    return position.neighbors(trace, direction, storage);
  }
  static constexpr bool visible(StorageId, StorageId) { return true; }
  std::uint64_t accesses(StorageId storage) const { return position.degree(direction, storage); }
  bool material(StorageId storage) const { return is_material[storage] != 0; }
  Nanos compute(StorageId storage) const { return position.compute(storage); }
};

bool same_region(const std::shared_ptr<Region>& a, const std::shared_ptr<Region>& b) {
  static const Region none;
  return a == b || (a ? *a : none) == (b ? *b : none);
}

}  // namespace

Regions::Regions(std::size_t storages) {
  for (Side& side : sides_) side.resize(storages);
}

Region& Regions::own(std::shared_ptr<Region>& region) {
  if (!region)
    region = std::make_shared<Region>();
  else if (region.use_count() > 1)
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

const Region& Regions::rebuild(const Trace& trace, const Position& position,
                               const std::vector<std::uint8_t>& material, Direction direction,
                               StorageId storage, Scratch& scratch, RegionCounts& counts) {
  Region& region = renew(side(direction)[storage]);
  scratch.walker.walk(LiveGraph{trace, position, material, direction}, storage);
  scratch.walker.take_sets(region.interior, region.frontier);
  region.sum = scratch.walker.sum();
  counts.accesses += scratch.walker.accesses();
  return region;
}

void Regions::on_material(const Trace& trace, const Position& position,
                          const std::vector<std::uint8_t>& material,
                          std::span<const StorageId> storages, Scratch& scratch,
                          RegionCounts& counts) {
  const auto rebuild_side = [&](Direction direction, StorageId storage) -> const Region& {
    return rebuild(trace, position, material, direction, storage, scratch, counts);
  };
  const auto collect = [](const Region& region, ScratchSet& into) {
    region.frontier.for_each([&](StorageId storage) { into.insert(storage); });
  };
  for (const StorageId storage : storages) {
    collect(rebuild_side(Direction::forward, storage), scratch.reverse_affected);
    collect(rebuild_side(Direction::reverse, storage), scratch.forward_affected);
  }
  scratch.forward_affected.drain(scratch.affected);
  scratch.affected.for_each([&](StorageId s) { rebuild_side(Direction::forward, s); });
  scratch.reverse_affected.drain(scratch.affected);
  scratch.affected.for_each([&](StorageId s) { rebuild_side(Direction::reverse, s); });
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
