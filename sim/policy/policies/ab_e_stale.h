// AbEStale: DTR without size.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbEStale {
  static constexpr Structure structure = Structure::regions;
  static constexpr AccessUse accesses = AccessUse::candidates;
  template <class View>
  static Quotient score(View& v, StorageId s) {
    return {v.compute(s) + v.forward_sum(s) + v.reverse_sum(s), v.staleness(s)};
  }
};

}  // namespace rematfuzz::policies
