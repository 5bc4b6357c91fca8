#include "properties/model/as_result.h"

#include <set>

namespace rematfuzz::model {

RunResult as_result(const Answer& answer) {
  RunResult result;
  for (const Outcome outcome : {Outcome::oom, Outcome::thrash})
    if (answer.result == name_of(outcome)) result.result = outcome;
  result.clock = answer.clock;
  result.model_compute = answer.model_compute;
  result.remat_compute = answer.remat_compute;
  result.peak_memory = answer.peak_memory;
  result.bottleneck_memory = answer.bottleneck_memory;
  result.constant_memory = answer.constant_memory;
  result.heuristic_evals = answer.heuristic_evals;
  result.heuristic_accesses = answer.heuristic_accesses;
  result.evictions = answer.evictions.size();
  result.evicted_storages =
      std::set<TensorId>(answer.evictions.begin(), answer.evictions.end()).size();
  result.eviction_sequence = answer.evictions;
  result.smallest_refused = answer.smallest_refused;
  return result;
}

}  // namespace rematfuzz::model
