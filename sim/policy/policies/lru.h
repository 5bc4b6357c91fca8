// Lru: least recently used.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct Lru {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::candidates;
  static std::int64_t score(const PolicyView& v, StorageId s) { return v.last_access(s); }
};

}  // namespace rematfuzz::policies
