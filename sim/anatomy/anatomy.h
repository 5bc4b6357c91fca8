// The anatomy of a moment: what a call asks for, what the memory in use is made of, and the chain
// of pending rematerializations that keeps it there.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/anatomy/chain.h"
#include "sim/anatomy/memory_split.h"
#include "sim/anatomy/observe.h"
#include "sim/anatomy/pressure.h"
#include "sim/base/types.h"
#include "sim/run/result.h"

namespace rematfuzz {

struct Anatomy {
  std::size_t step = 0;           // an index into Trace::steps
  bool output_condition = false;  // the step is a pin at the end, not the program's own
  Bytes memory = 0;               // in use; `split` adds up to it
  Bytes need = 0;                 // what the ready call asks for
  MemorySplit split;
  std::vector<Level> chain;  // at least one; the ready call's is the last
  std::vector<StorageId> kept_out;

  std::size_t depth() const { return chain.size(); }
  TensorId target() const { return chain.back().target; }
  // The bytes that do not fit; not above 0: they do.
  Bytes excess(Bytes budget) const { return memory + need - budget; }
  // Whether there is nothing that a policy could evict, however it chooses.
  bool fully_pinned() const { return split.in_use() == split.not_evictable(); }

  bool operator==(const Anatomy&) const = default;
};

// REQUIRES: a call is ready.
Anatomy dissect(const Moment& moment);

// A run, taken apart.
struct Explanation {
  RunResult result;
  Pressure pressure;
  Anatomy most_pinned;             // the moment of pressure.pinned, before evictions for its call
  std::optional<Anatomy> failure;  // of an oom: where nothing was left to evict

  const Anatomy& moment() const { return failure ? *failure : most_pinned; }
};

// Runs at options.budget. Throws InputError as run_trace does.
Explanation explain_run(const Subject& subject, const RunOptions& options);

}  // namespace rematfuzz
