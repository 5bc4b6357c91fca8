// AbLocalSize: DTRLocal without staleness.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct AbLocalSize {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::none;
  static Quotient score(const PolicyView& v, StorageId s) { return {v.compute(s), v.size(s)}; }
};

}  // namespace rematfuzz::policies
