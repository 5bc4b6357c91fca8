// AbEqStale: DTREqClass without size.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbEqStale {
  static constexpr Structure structure = Structure::classes;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static Quotient score(PolicyView& v, StorageId s) {
    return {v.compute(s) + v.class_sum(s), v.staleness(s)};
  }
};

}  // namespace rematfuzz::policies
