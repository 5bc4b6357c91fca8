// Msps: the storage's cost and that of its evicted ancestors, a byte (h_MSPS). Source: Peng et al.,
// Capuchin (ASPLOS 2020), in the form of arXiv:2006.09616, section 4.1.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct Msps {
  static constexpr Structure structure = Structure::regions;
  static constexpr AccessUse accesses = AccessUse::none;
  static constexpr bool reads_forward = false;
  template <class View>
  static Quotient score(View& v, StorageId s) {
    return {v.compute(s) + v.reverse_sum(s), v.size(s)};
  }
};

}  // namespace rematfuzz::policies
