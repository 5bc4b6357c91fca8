// DtrEqClass: DTR with equivalence classes in place of evicted neighbourhoods (h_DTR^eq).
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct DtrEqClass {
  static constexpr Structure structure = Structure::classes;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static Quotient score(PolicyView& v, StorageId s) {
    return {v.compute(s) + v.class_sum(s), v.size(s), v.staleness(s)};
  }
};

}  // namespace rematfuzz::policies
