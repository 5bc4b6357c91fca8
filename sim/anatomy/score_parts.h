// What a policy reads of a candidate, and the score that it makes of it.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/anatomy/observe.h"
#include "sim/base/types.h"

namespace rematfuzz {

struct ScoreParts {
  Bytes size = 0;
  Nanos compute = 0;  // of the distinct calls that produced the storage's tensors
  Nanos last_access = 0;
  Nanos staleness = 0;  // clock - last access
  // Sums over the evicted neighbourhood, where the policy reads such: of the maintained regions...
  std::optional<Nanos> forward_sum;
  std::optional<Nanos> reverse_sum;
  // ... or of the classes.
  std::optional<Nanos> class_sum;
  std::optional<double> score;  // see Policy::score()

  bool operator==(const ScoreParts&) const = default;
};

// nullopt: the storage is no candidate there, or no_id.
std::optional<ScoreParts> score_parts(const Moment& moment, StorageId storage);

}  // namespace rematfuzz
