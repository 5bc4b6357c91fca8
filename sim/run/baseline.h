// The baseline of a trace: RuntimeV1 with an unlimited budget. Ratios are ratios of its peak
// memory, overheads are relative to its compute.
#pragma once

#include <cstdint>

#include "sim/base/types.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

struct Baseline {
  Bytes peak_memory = 0;
  Nanos model_compute = 0;
  Bytes constant_memory = 0;
  Bytes bottleneck_memory = 0;
  std::uint64_t ops = 0;
  std::uint64_t tensors = 0;
  std::uint64_t storages = 0;

  bool operator==(const Baseline&) const = default;
};

// Without simulating: nothing is evicted at an unlimited budget, and a storage is banished at the
// RELEASE of its last external reference. (A test holds it against the simulation.)
Baseline compute_baseline(const Trace& trace);

// floor(peak x ratio), computed in double precision as the reference does it.
// REQUIRES: ratio >= 0 and finite. Saturates at `unlimited`.
Bytes budget_of_ratio(const Baseline& baseline, double ratio);

// The largest amount of rematerialization that an overhead limit allows: a run thrashes when
// remat_compute > model_compute x (limit - 1). REQUIRES: limit >= 1.
Nanos remat_limit(const Baseline& baseline, double overhead_limit);

// clock / model_compute; 0 for a trace without compute.
double overhead_of(const Baseline& baseline, Nanos clock);

}  // namespace rematfuzz
