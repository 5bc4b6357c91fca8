// AbESize: DTR without staleness.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbESize {
  static constexpr Structure structure = Structure::regions;
  static constexpr AccessUse accesses = AccessUse::none;
  template <class View>
  static Quotient score(View& v, StorageId s) {
    return {v.compute(s) + v.forward_sum(s) + v.reverse_sum(s), v.size(s)};
  }
};

}  // namespace rematfuzz::policies
