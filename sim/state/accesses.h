// When each storage was last accessed: the part of a state in which runs that are otherwise equal
// differ longest.
//
// Several runs can share the rest of a state; each of them is a *column* here. What they access,
// they access together. A single run has one column, and a policy that never reads accesses none.
//
// A time of 0 means never, or forgotten: nothing reads it before the storage is accessed again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/types.h"

namespace rematfuzz {

class Accesses {
 public:
  Accesses() = default;
  // No storage was accessed.
  Accesses(std::size_t storages, std::size_t columns)
      : storages_(storages), times_(storages * columns, 0), sums_(columns, 0) {}

  std::size_t columns() const { return sums_.size(); }
  Nanos at(std::size_t column, StorageId storage) const {
    return times_[column * storages_ + storage];
  }

  // REQUIRES: clock > 0.
  void touch(StorageId storage, Nanos clock) { set(storage, clock); }
  void forget(StorageId storage) { set(storage, 0); }

  // This object's column and that of `other` are equal if `other`'s times are `ahead` later.
  bool equal(std::size_t column, const Accesses& other, std::size_t other_column,
             Nanos ahead) const;
  // Equal for columns that are equal in that sense, each given the clock that it goes by.
  std::uint64_t hash(std::size_t column, Nanos clock) const {
    return sums_[column] - static_cast<std::uint64_t>(clock) * weight_;
  }

  // Adds a column of `other`, `ahead` later than there. REQUIRES: the same storages have times.
  void append(const Accesses& other, std::size_t column, Nanos ahead);
  // Takes over these columns of `other`, in this order.
  void assign(const Accesses& other, std::span<const std::size_t> columns);
  // Keeps these columns, which are in ascending order.
  void keep(std::span<const std::size_t> columns);

  bool operator==(const Accesses&) const = default;

 private:
  // Odd, so that no time of a single storage drops out of a sum.
  static std::uint64_t weight_of(StorageId storage) { return mix(0x5bd1e995, storage) | 1U; }

  void set(StorageId storage, Nanos time) {
    if (sums_.empty()) return;
    const std::uint64_t weight = weight_of(storage);
    Nanos* at = times_.data() + storage;
    if ((*at == 0) != (time == 0)) weight_ += time == 0 ? 0 - weight : weight;
    for (std::uint64_t& sum : sums_) {
      sum += weight * static_cast<std::uint64_t>(time - *at);
      *at = time;
      at += storages_;
    }
  }

  std::size_t storages_ = 0;
  std::vector<Nanos> times_;         // column after column
  std::vector<std::uint64_t> sums_;  // of a column's times, each times its storage's weight
  std::uint64_t weight_ = 0;         // of the storages that have a time
};

}  // namespace rematfuzz
