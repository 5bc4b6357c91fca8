// AbSizeStale: DTR without cost.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbSizeStale {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static Quotient score(const PolicyView& v, StorageId s) { return {1, v.size(s), v.staleness(s)}; }
};

}  // namespace rematfuzz::policies
