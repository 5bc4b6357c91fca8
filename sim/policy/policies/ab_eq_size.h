// AbEqSize: DTREqClass without staleness.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbEqSize {
  static constexpr Structure structure = Structure::classes;
  static constexpr AccessUse accesses = AccessUse::none;
  static Quotient score(PolicyView& v, StorageId s) {
    return {v.compute(s) + v.class_sum(s), v.size(s)};
  }
};

}  // namespace rematfuzz::policies
