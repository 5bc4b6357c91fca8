// Blame: the smallest set of storages that has to stay for a run to come out better.
//
// The search retains storages (never offers them to the policy) and runs again: first each storage
// alone, then, if none turns the outcome, two together. Only evictions by choice can be prevented,
// so
//   - a storage that the run never evicts by choice changes nothing: it is no candidate;
//   - a pair differs from its singles only where the run that retains the one evicts the other.
// Nothing but such sets is left out, so that a search that was not cut short is exhaustive. (But
// for a policy that draws at random: there any change of the pool turns the dice.) A search that is
// cut short has tried the storages that the run evicts most often.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/base/types.h"
#include "sim/blame/witness.h"
#include "sim/policy/policy.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// A run, and what would be a better one. The objects must outlive the search.
struct BlameQuestion {
  const Trace& trace;
  const Baseline& baseline;
  const Runtime& runtime;
  std::string_view policy_name;
  const Policy& policy;
  RunOptions options;  // of the run; what it retains, every run of the search retains
  RunResult plain;     // what run_trace comes to with them
  // A better run passes, with an overhead of at most this where there is one.
  std::optional<double> target;
  // The search's runs are stopped where they rematerialize more than this.
  Nanos remat_limit = std::numeric_limits<Nanos>::max();
};

struct BlameBounds {
  std::uint64_t most_runs = 0;  // of singles and pairs
  int largest_set = 2;          // 1 or 2
};

// A storage that a cause retains.
struct Culprit {
  StorageId storage = no_id;
  ChosenEviction prevented;  // its first eviction by choice
  std::uint64_t times = 0;   // how often it is evicted by choice
  // Whose eviction that is: of the run without the search's retaining (no_id), or, where that never
  // evicts it, of the run that retains this storage.
  StorageId retaining = no_id;
};

// A set of storages whose retaining makes the run better, and the run that shows it.
struct Cause {
  std::vector<Culprit> culprits;  // in storage order
  RunResult run;                  // of run_trace, the set retained
};

struct Blame {
  Witness
      control;  // the search's way of running with nothing retained; its result is the plain one
  std::uint64_t singles = 0;  // candidates
  std::uint64_t singles_tried = 0;
  std::uint64_t pairs = 0;  // that could differ from their singles; 0: not looked at
  std::uint64_t pairs_tried = 0;
  // Smallest overhead first, then smallest ids. All of them are singles, or all are pairs.
  std::vector<Cause> causes;
};

// Calls body(i) for each i below `count`, in any order, possibly at the same time. What the search
// finds does not depend on it.
using ForEach =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

// Throws InputError as run_trace does; std::logic_error if the control differs from the plain run,
// or a cause from its confirmation.
Blame find_blame(const BlameQuestion& question, const BlameBounds& bounds, const ForEach& for_each);

}  // namespace rematfuzz
