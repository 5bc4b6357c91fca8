// LargestStorage: the largest storage first (h_size). Source: Kumar et al., GreedyRemat (NeurIPS
// 2019), in the form of arXiv:2006.09616, section 4.1.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

struct LargestStorage {
  static constexpr Structure structure = Structure::none;
  static constexpr AccessUse accesses = AccessUse::none;
  static Quotient score(const PolicyView& v, StorageId s) { return {1, v.size(s)}; }
};

}  // namespace rematfuzz::policies
