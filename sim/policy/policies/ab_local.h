// AbLocal: DTRLocal without size and staleness.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbLocal {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::none;
  static std::int64_t score(const PolicyView& v, StorageId s) { return v.compute(s); }
};

}  // namespace rematfuzz::policies
