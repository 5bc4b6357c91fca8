// What a run reports and nothing in it depends on (but for remat_compute, which the overhead limit
// reads). Kept apart from State, so that runs that only differ here can be told to be equal.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/regions.h"

namespace rematfuzz {

struct Tally {
  // `storages` 0: evictions are counted, not listed.
  explicit Tally(std::size_t storages = 0) : evicted(storages, 0) {}

  Nanos model_compute = 0;
  Nanos remat_compute = 0;
  Bytes peak_memory = 0;
  Bytes smallest_refused = unlimited;
  std::uint64_t drift_decisions = 0;
  Bytes bottleneck_memory = 0;  // over completed materializations: outputs plus arguments
  Bytes constant_memory = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t choice_accesses = 0;  // evaluations, and what they looked at
  RegionCounts maintenance;           // see Simulator::accesses()
  std::uint64_t eviction_count = 0;
  std::vector<StorageId> evictions;   // in order, those at RELEASE included
  std::vector<std::uint8_t> evicted;  // by storage: at least once
  std::uint64_t evicted_storages = 0;

  void record_eviction(StorageId storage) {
    ++eviction_count;
    if (evicted.empty()) return;
    evictions.push_back(storage);
    if (evicted[storage] == 0) ++evicted_storages;
    evicted[storage] = 1;
  }
};

}  // namespace rematfuzz
