// The chain of pending materializations: from the program's own operator down to the call that is
// ready to allocate.
#pragma once

#include <vector>

#include "sim/base/types.h"
#include "sim/state/state.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// One pending materialization.
struct Level {
  TensorId target = 0;
  bool rematerialize = false;  // work done again, not the program's own
  // The arguments' storages that this level locks and no level above it locks already, in the order
  // of the arguments; without those that are pinned for good.
  std::vector<StorageId> locks;
  Bytes locked = 0;  // their sizes

  bool operator==(const Level&) const = default;
};

// The program's own operator (at the output condition: the tensor that must exist) first. On the V2
// runtimes the levels' `locked` adds up to MemorySplit::locked; RuntimeV1 leaves locks behind that
// belong to no level.
std::vector<Level> chain_of(const Trace& trace, const State& state);

}  // namespace rematfuzz
