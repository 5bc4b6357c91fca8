// What the last choice of a victim leaves to the next one.
//
// Room for one call is often made by several evictions in a row. Between them no clock moves and
// sums only grow, so scores only grow: whatever was far from the best stays at least as far, and
// need not be looked at again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/base/types.h"

namespace rematfuzz {

class Shortlist {
 public:
  static constexpr std::size_t room = 48;

  bool valid() const { return valid_; }
  void forget() { valid_ = false; }

  // `candidates`: how many there were in all; the others' scores are at least `rest`. Forgets
  // instead if there are too many to list.
  void begin(std::size_t candidates, double rest) {
    valid_ = true;
    candidates_ = candidates;
    rest_ = rest;
    size_ = 0;
  }
  void add(StorageId storage) {
    if (size_ == room)
      valid_ = false;
    else
      storages_[size_++] = storage;
  }

  std::size_t candidates() const { return candidates_; }
  double rest() const { return rest_; }
  std::span<const StorageId> storages() const { return {storages_.data(), size_}; }

 private:
  bool valid_ = false;
  std::size_t candidates_ = 0;
  double rest_ = 0;
  std::size_t size_ = 0;
  std::array<StorageId, room> storages_ = {};
};

}  // namespace rematfuzz
