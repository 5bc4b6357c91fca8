// AbStale: staleness alone.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbStale {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static Quotient score(const PolicyView& v, StorageId s) { return {1, v.staleness(s)}; }
};

}  // namespace rematfuzz::policies
