// The candidates among which victims will be found as long as nothing but evictions happens, so
// that a choice need not look at the whole pool.
//
// All columns that share a state have their shortlist in common. And room for one call is often
// made by several evictions in a row: between them no clock moves and sums only grow, so scores
// only grow, and what was far from the best stays at least as far.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "sim/base/types.h"

namespace rematfuzz {

// A candidate and what its score is at least.
struct BoundedCandidate {
  double bound = 0;
  StorageId storage = 0;
};

class Shortlist {
 public:
  static constexpr std::size_t room = 32;

  // At most `room` candidates, ascending by bounds that hold in all columns; the others score at
  // least `rest` in all columns.
  void set(std::span<const BoundedCandidate> candidates, double rest) {
    valid_ = true;
    rest_ = rest;
    size_ = candidates.size();
    std::ranges::copy(candidates, candidates_.begin());
  }
  void forget() { valid_ = false; }

  bool valid() const { return valid_; }
  // REQUIRES: valid(). Some may have been evicted since.
  std::span<const BoundedCandidate> candidates() const { return {candidates_.data(), size_}; }
  double rest() const { return rest_; }

 private:
  bool valid_ = false;
  double rest_ = 0;
  std::size_t size_ = 0;
  std::array<BoundedCandidate, room> candidates_ = {};
};

}  // namespace rematfuzz
