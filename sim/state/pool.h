// The ordered pool of evictable storages.
//
// The order decides ties (the last storage with the smallest cost is evicted), so it is part of the
// state. Locking and unlocking remove from the middle and append at the end all the time: a removal
// leaves a hole, and holes are squeezed out once they outnumber the storages, so both take constant
// time and a scan still runs over contiguous memory.
//
// Invariants: place_[s] is the slot of s, or no_id; a slot holds a storage or no_id (a hole); a bit
// of words_ is set for each storage in the pool.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz {

class Pool {
 public:
  explicit Pool(std::size_t storages = 0) { restart(storages); }
  void restart(std::size_t storages) {
    slots_.clear();
    place_.assign(storages, no_id);
    words_.assign(storages / 64 + 1, 0);
    size_ = 0;
  }

  bool contains(StorageId storage) const { return place_[storage] != no_id; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // REQUIRES: !contains(storage).
  void append(StorageId storage);
  // REQUIRES: contains(storage).
  void remove(StorageId storage);

  // Oldest first; holes are no_id.
  std::span<const StorageId> slots() const { return slots_; }

  // The same storages by id, as a bitset: for scans that read much of each storage, since what is
  // kept by storage then comes in the order of memory.
  std::span<const std::uint64_t> words() const { return words_; }
  // Grows with the order. REQUIRES: contains(storage).
  std::uint32_t place(StorageId storage) const { return place_[storage]; }

  // The storages in order, without holes.
  std::vector<StorageId> members() const;

  // Equal: the same storages in the same order, wherever the holes are.
  bool operator==(const Pool& other) const;
  std::uint64_t hash() const;

 private:
  void squeeze();

  std::vector<StorageId> slots_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

}  // namespace rematfuzz
