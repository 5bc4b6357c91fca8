// The best inputs of an archive, one of each cell and mechanism, to go on from.
//
// Each is drawn as often as any other, so that a mechanism that was seen once is tried as often as
// one that is seen all the time: MAP-Elites (Mouret and Clune, "Illuminating search spaces by
// mapping elites", 2015).
#pragma once

#include <cstddef>
#include <vector>

#include "fuzz/search/archive.h"
#include "fuzz/search/input.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

class Elites {
 public:
  // The archive must outlive it, and may grow.
  explicit Elites(const Archive& archive) : archive_(archive) {}

  bool empty() const { return archive_.entries().empty(); }
  // One of them, of at most so many operators. REQUIRES: !empty().
  Input draw(Random& random, std::size_t most_operators);

 private:
  const Archive& archive_;
  // The archive's entries, which stay where they are when others come.
  std::vector<const Discovery*> known_;
};

}  // namespace rematfuzz::fuzz
