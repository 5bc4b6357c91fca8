// DtrLocal: DTR with the storage's own cost only (h_DTR^local).
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct DtrLocal {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static Quotient score(const PolicyView& v, StorageId s) {
    return {v.compute(s), v.size(s), v.staleness(s)};
  }
};

}  // namespace rematfuzz::policies
