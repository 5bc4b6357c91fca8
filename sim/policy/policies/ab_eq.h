// AbEq: DTREqClass without size and staleness.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbEq {
  static constexpr Structure structure = Structure::classes;
  static constexpr AccessUse accesses = AccessUse::none;
  static std::int64_t score(PolicyView& v, StorageId s) { return v.compute(s) + v.class_sum(s); }
};

}  // namespace rematfuzz::policies
