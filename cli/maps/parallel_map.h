// A map made by several threads within a memory limit.
//
// Threads share the work by splitting an Explorer in two where it stands: nothing is done twice.
// One that has many states is split, too, and its halves are explored one after the other, since
// few states stay in the cache (a map on one thread takes between half and nine tenths of the
// time). An Explorer whose states outgrow its share of the memory gives up the lower part of its
// budgets, which is explored from the start once the upper part is done. Both cut where a regime
// begins, so the answer is the same for any number of threads and any limit.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "sim/map/explorer.h"
#include "sim/map/regime.h"

namespace rematfuzz::cli {

struct MapEffort {
  int threads = 0;               // 0: one for each core
  std::size_t memory_limit = 0;  // bytes that states may take, about; 0: half of the machine's
  std::size_t most_regimes = 0;  // only the uppermost; 0: all
  bool count_drift = false;
  // Set from outside (a signal handler): what is answered by then is the map.
  const std::atomic<bool>* stop = nullptr;
  // Into how many parts the range is cut beforehand, each explored from the start: what is done is
  // then done for good, part by part.
  std::size_t parts = 1;
  // What is answered already, of the same range; may be null.
  const RegimeMap* known = nullptr;
  // Called with all that is answered, each time that there is more, never from two threads at once.
  // May be empty.
  std::function<void(const RegimeMap&)> on_part = {};
  // Called now and then with the number of steps of the program done, over all budgets about, from
  // any thread but never from two at once. May be empty.
  std::function<void(std::size_t)> on_progress = {};
};

struct ParallelMap {
  RegimeMap map;
  ExplorerStats stats;
};

// Throws InputError as Explorer does, and where the policy has no regimes or the runtime does not
// serve it. REQUIRES: options.range is not empty.
ParallelMap map_in_parallel(const Trace& trace, const Runtime& runtime,
                            std::string_view policy_name, const Policy& policy,
                            const ExplorerOptions& options, const MapEffort& effort);

}  // namespace rematfuzz::cli
