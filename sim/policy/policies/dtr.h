// Dtr: what bringing the storage and its evicted neighbourhood back costs, a byte and unit of
// staleness. Source: arXiv:2006.09616, section 4.1.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct Dtr {
  static constexpr Structure structure = Structure::regions;
  static constexpr AccessUse accesses = AccessUse::candidates;
  template <class View>
  static Quotient score(View& v, StorageId s) {
    return {v.compute(s) + v.forward_sum(s) + v.reverse_sum(s), v.size(s), v.staleness(s)};
  }
};

}  // namespace rematfuzz::policies
