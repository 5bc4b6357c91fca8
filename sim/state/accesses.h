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
  // One column to be read: what it is a view of must outlive it.
  class Column;

  Accesses() = default;
  // No storage was accessed.
  Accesses(std::size_t storages, std::size_t columns) { restart(storages, columns); }
  void restart(std::size_t storages, std::size_t columns);

  std::size_t columns() const { return count_; }
  Column column(std::size_t column) const;
  Nanos at(std::size_t column, StorageId storage) const;

  // At most the last access of the storage in any column. REQUIRES: there are columns.
  Nanos oldest(StorageId storage) const {
    return count_ == 1 ? columns_.front().at[storage] + columns_.front().shift : oldest_[storage];
  }

  // REQUIRES: clock > 0, on the clock of each column that was taken, too.
  void touch(StorageId storage, Nanos clock);
  void forget(StorageId storage);

  // This object's column and that of `other` are equal if `other`'s times are `ahead` later.
  bool equal(std::size_t column, const Accesses& other, std::size_t other_column,
             Nanos ahead) const;
  // Equal for columns that are equal in that sense, each given the clock that it goes by.
  std::uint64_t hash(std::size_t column, Nanos clock) const {
    const Times& times = columns_[column];
    return times.sum - static_cast<std::uint64_t>(clock - times.shift) * weight_;
  }

  // Adds these columns of `other`, `ahead` later than there, where they are lost. REQUIRES: there
  // are columns here, and the same storages have times.
  void take(Accesses& other, std::span<const std::size_t> columns, Nanos ahead);
  // A column to be copied, or moved: then it is lost where it was, until keep() drops it there.
  struct Part {
    std::size_t column = 0;
    bool move = false;
  };
  // Becomes these columns of `other`, in this order.
  void assign(Accesses& other, std::span<const Part> parts);
  // Keeps these columns, which are in ascending order.
  void keep(std::span<const std::size_t> columns);

  // About how much memory it takes.
  std::size_t bytes() const {
    return (columns_.size() * storages_ + oldest_.capacity()) * sizeof(Nanos);
  }

  bool operator==(const Accesses& other) const;

 private:
  // A column of times, all of them kept `shift` earlier than they are: a column is moved to another
  // clock by that alone.
  struct Times {
    std::vector<Nanos> at;  // by storage; 0: no time
    Nanos shift = 0;
    std::uint64_t sum = 0;  // of what is in `at`, each times its storage's weight
  };

  // Odd, so that no time of a single storage drops out of a sum.
  static std::uint64_t weight_of(StorageId storage) { return mix(0x5bd1e995, storage) | 1U; }

  std::size_t storages_ = 0;
  std::size_t count_ = 0;
  std::vector<Times> columns_;  // those past count_ are not in use: their memory is worth keeping
  std::uint64_t weight_ = 0;    // of the storages that have a time
  std::vector<Nanos> oldest_;   // by storage, where there are several columns: see oldest()
};

class Accesses::Column {
 public:
  explicit Column(const Times& times) : at_(times.at.data()), shift_(times.shift) {}

  Nanos operator[](StorageId storage) const {
    return at_[storage] == 0 ? 0 : at_[storage] + shift_;
  }
  // How long ago at `clock` the storage was accessed. REQUIRES: it was.
  Nanos staleness(StorageId storage, Nanos clock) const { return clock - shift_ - at_[storage]; }

 private:
  const Nanos* at_;
  Nanos shift_;
};

inline Accesses::Column Accesses::column(std::size_t column) const {
  static const Times none;  // not to be read
  return Column(column < count_ ? columns_[column] : none);
}
inline Nanos Accesses::at(std::size_t column, StorageId storage) const {
  return Column(columns_[column])[storage];
}

inline void Accesses::touch(StorageId storage, Nanos clock) {
  const std::uint64_t weight = weight_of(storage);
  if (count_ > 0 && columns_.front().at[storage] == 0) weight_ += weight;
  if (count_ > 1) oldest_[storage] = clock;
  for (std::size_t c = 0; c < count_; ++c) {
    Times& times = columns_[c];
    Nanos& at = times.at[storage];
    const Nanos now = clock - times.shift;
    times.sum += weight * static_cast<std::uint64_t>(now - at);
    at = now;
  }
}

}  // namespace rematfuzz
