// AbLocalStale: DTRLocal without size.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbLocalStale {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static Quotient score(const PolicyView& v, StorageId s) { return {v.compute(s), v.staleness(s)}; }
};

}  // namespace rematfuzz::policies
