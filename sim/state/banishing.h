// What RuntimeV1 keeps beside the common state: which storages are banished for good, and each
// storage's evicted dependents (which forbid banishing it).
//
// Banishing s edits argument and child lists: s's tensors vanish from the argument lists of their
// children, and from the child lists of their parents. Which entries are gone follows from the
// *order* in which storages were banished, so only that order is kept: of two neighbours, the one
// banished first has left the other's list, and still lists the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

class Banishing {
 public:
  Banishing() = default;

  // `trace` empty constructor: banishing is not done in this run.
  explicit Banishing(const Trace& trace);

  bool active() const { return !order_.empty(); }
  bool banished(StorageId storage) const { return order_[storage] != 0; }
  // REQUIRES: !banished(storage).
  void banish(StorageId storage) { order_[storage] = ++banished_; }

  // Whether `storage` still lists `neighbor` (as a parent or as a child).
  bool lists(StorageId storage, StorageId neighbor) const {
    if (storage == neighbor || order_[neighbor] == 0) return true;
    return order_[storage] != 0 && order_[storage] < order_[neighbor];
  }

  // The tensor's argument list as banishing left it, repeats included, in order.
  void parents(const Trace& trace, TensorId tensor, std::vector<TensorId>& out) const;

  // The set of `storage`'s evicted dependents. REQUIRES (add): `tensor`'s call has an argument on
  // `storage`, and `tensor` itself is elsewhere.
  bool has_evicted_dependents(StorageId storage) const { return dependents_[storage] != 0; }
  void add_dependent(const Trace& trace, StorageId storage, TensorId tensor);
  void remove_dependent(const Trace& trace, StorageId storage, TensorId tensor);

  bool operator==(const Banishing&) const = default;
  std::uint64_t hash() const;

 private:
  // Where the pair is kept in `member_`.
  std::size_t slot(const Trace& trace, StorageId storage, TensorId tensor) const;

  std::uint32_t banished_ = 0;
  std::vector<std::uint32_t> order_;         // by storage; 0: not banished, else a rank from 1
  std::vector<std::uint32_t> dependents_;    // by storage: size of its set
  std::vector<std::uint8_t> member_;         // by tensor and argument place of its call
  std::vector<std::uint32_t> member_begin_;  // by tensor
};

}  // namespace rematfuzz
