// Sets of the simulator as standard ones, for comparing and printing.
#pragma once

#include <set>

#include "sim/base/random.h"
#include "sim/state/word_set.h"

namespace rematfuzz::testing {

using Ids = std::set<StorageId>;

inline Ids ids_of(const WordSet& set) {
  Ids ids;
  set.for_each([&](StorageId id) { ids.insert(id); });
  return ids;
}

inline WordSet word_set_of(const Ids& ids) {
  WordSet set;
  for (const StorageId id : ids) set.insert(id);
  return set;
}

// Up to `most` random members below `bound`.
inline Ids random_ids(Random& random, std::uint64_t most, std::uint64_t bound) {
  Ids ids;
  for (std::uint64_t left = random.below(most + 1); left > 0; --left)
    ids.insert(static_cast<StorageId>(random.below(bound)));
  return ids;
}

}  // namespace rematfuzz::testing
