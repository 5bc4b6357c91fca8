// A run that also tells which storages its policy chose to evict, when, and for whom.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/types.h"
#include "sim/policy/policy.h"
#include "sim/run/result.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// An operator that is ready to allocate, and does not fit.
struct Shortage {
  TensorId target = no_id;  // the output that it was asked for; no_id: none
  Bytes memory = 0;         // in use
  Bytes need = 0;           // what its outputs take
  Bytes missing = 0;        // memory + need - budget

  bool operator==(const Shortage&) const = default;
};

// An eviction by choice of the policy, not by a release.
struct ChosenEviction {
  StorageId storage = no_id;
  std::uint64_t index = 0;  // among all evictions of the run, from 0
  Shortage shortage;        // what it makes room for

  bool operator==(const ChosenEviction&) const = default;
};

struct Witness {
  RunResult result;
  std::vector<ChosenEviction> chosen;  // in order
  std::size_t steps = 0;               // of the program that were completed
  Shortage stopped_by;                 // oom: what found the pool empty
};

// Runs as run_trace does, with the same result, and throws what it throws.
Witness witness_run(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                    const Policy& policy, const RunOptions& options);

}  // namespace rematfuzz
