// DtrUnopt: DTR with its evicted neighbourhood N walked anew at every evaluation (a storage reached
// both ways counts once), stale since the latest access to the storage or to N.
#pragma once

#include <algorithm>

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct DtrUnopt {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::neighborhood;
  static Quotient score(PolicyView& v, StorageId s) {
    const PolicyView::Neighborhood n = v.neighborhood(s);
    const Nanos latest = std::max(v.last_access(s), n.latest_access);
    return {v.compute(s) + n.compute, v.size(s), v.staleness_since(latest)};
  }
};

}  // namespace rematfuzz::policies
