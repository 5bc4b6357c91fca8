// AbE: DTR without size and staleness.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbE {
  static constexpr Structure structure = Structure::regions;
  static constexpr AccessUse accesses = AccessUse::none;
  template <class View>
  static std::int64_t score(View& v, StorageId s) {
    return v.compute(s) + v.forward_sum(s) + v.reverse_sum(s);
  }
};

}  // namespace rematfuzz::policies
