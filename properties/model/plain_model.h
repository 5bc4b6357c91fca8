// The plain model: what a run must do, written down in the most obvious way, slow and
// short: lists of lists, a scan of the pool for each eviction, regions walked anew for every
// storage around a change, recursion. It shares nothing with sim/ but the trace, judges it in
// differential tests, and is what benchmarks are compared with. Random policies are not in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/trace.h"

namespace rematfuzz::model {

struct Question {
  std::string runtime = "RuntimeV2EagerOptimized";
  std::string policy = "DTR";
  Bytes budget = unlimited;
  Nanos remat_limit = unlimited;
};

// Names as in the reference's records.
struct Answer {
  std::string result = "pass";
  Nanos clock = 1, model_compute = 0, remat_compute = 0;
  Bytes peak_memory = 0, bottleneck_memory = 0, constant_memory = 0;
  std::uint64_t heuristic_evals = 0, heuristic_accesses = 0;
  std::vector<TensorId> evictions;     // root tensors, in order
  Bytes smallest_refused = unlimited;  // from its peak to below this, the run is the same
};

Answer run(const Trace& trace, const Question& question);

}  // namespace rematfuzz::model
