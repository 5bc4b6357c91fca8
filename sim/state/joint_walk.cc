#include "sim/state/joint_walk.h"

#include "sim/base/bits.h"
#include "sim/base/check.h"

namespace rematfuzz {

void JointWalk::step(const Scene& scene, StorageId at, Mask mask) {
  for (const Neighbor& neighbor : scene.position.neighbors(scene.trace, scene.direction, at)) {
    const StorageId to = neighbor.storage;
    if (scene.material[to]) {
      frontier_mask_[to] |= mask;
      frontier_.insert(to);
    } else if ((mask & ~interior_mask_[to]) != 0) {
      interior_mask_[to] |= mask;
      interior_.insert(to);
      waiting_.insert(to);
    }
  }
}

void JointWalk::walk(const Trace& trace, const Position& position, const Flags& material,
                     Direction direction, std::span<const StorageId> bases,
                     std::span<Found> found) {
  REMATFUZZ_CHECK(bases.size() <= most_bases && found.size() == bases.size());
  const Scene scene{trace, position, material, direction};
  for (std::size_t i = 0; i < bases.size(); ++i) {
    found[i].interior->clear();
    found[i].frontier->clear();
    found[i].sum = 0;
    found[i].accesses = position.degree(direction, bases[i]);
    step(scene, bases[i], Mask{1} << i);
  }
  const bool oldest_first = direction == Direction::forward;
  for (StorageId next = 0;
       (next = oldest_first ? waiting_.take_first() : waiting_.take_last()) != no_id;)
    step(scene, next, interior_mask_[next]);
  hand_out_interior(scene, found);
  hand_out_frontier(bases, found);
}

void JointWalk::hand_out_interior(const Scene& scene, std::span<Found> found) {
  interior_.drain(members_);
  Mask mask = 0;  // of the stretch
  Nanos sum = 0;
  std::uint64_t accesses = 0;
  WordSet::Word word;
  const auto hand_out = [&] {
    for_each_bit(mask, [&](std::size_t base) {
      found[base].sum += sum;
      found[base].accesses += accesses;
      found[base].interior->push_bits(word.index, word.bits);
    });
    sum = 0;
    accesses = 0;
    word.bits = 0;
  };
  for (const WordSet::Word& members : members_.words()) {
    // A stretch ends with its word.
    hand_out();
    word.index = members.index;
    for_each_bit(members.bits, [&](std::size_t bit) {
      const auto storage = members.index * 64 + static_cast<StorageId>(bit);
      if (interior_mask_[storage] != mask) {
        if (word.bits != 0) hand_out();
        mask = interior_mask_[storage];
      }
      interior_mask_[storage] = 0;
      sum += scene.position.compute(storage);
      accesses += scene.position.degree(scene.direction, storage);
      word.bits |= std::uint64_t{1} << bit;
    });
  }
  if (word.bits != 0) hand_out();
}

void JointWalk::hand_out_frontier(std::span<const StorageId> bases, std::span<Found> found) {
  // A base is not in its own frontier.
  for (std::size_t i = 0; i < bases.size(); ++i) frontier_mask_[bases[i]] &= ~(Mask{1} << i);
  frontier_.drain(members_);
  members_.for_each([&](StorageId storage) {
    for_each_bit(frontier_mask_[storage], [&](std::size_t base) {
      found[base].frontier->push_bits(storage / 64, std::uint64_t{1} << (storage % 64));
    });
    frontier_mask_[storage] = 0;
  });
}

}  // namespace rematfuzz
