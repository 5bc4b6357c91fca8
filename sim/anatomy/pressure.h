// How hard a run pressed: the most pinned memory, and the deepest nesting.
//
// As the publication counts it (arXiv:2610.14369), which its six figures on ResNet-32 pin down:
//   - *pinned* are the bytes of the storages that are locked or pinned, that is all that is neither
//     evictable nor kept from the policy;
//   - *depth* is the number of pending materializations, the program's own operator included;
//   - both are sampled wherever a call is ready to allocate: all its arguments are locked, and
//     nothing of its outputs is allocated. (Evictions for it change neither. Right after a call is
//     computed its arguments are unlocked again; sampled there, the peaks come out lower.)
//   - of equal peaks the first counts, and its depth is the depth at the peak.
#pragma once

#include <cstdint>

#include "sim/anatomy/memory_split.h"
#include "sim/anatomy/observe.h"
#include "sim/base/types.h"

namespace rematfuzz {

struct Pressure {
  MemoryPart pinned;        // at the most pinned moment
  std::size_t depth = 0;    // there
  std::size_t step = 0;     // there: an index into Trace::steps
  std::size_t deepest = 0;  // at any moment

  // Takes a sample; returns whether it is the most pinned one so far. REQUIRES: a call is ready.
  bool sample(const Moment& moment);

  bool operator==(const Pressure&) const = default;
};

}  // namespace rematfuzz
