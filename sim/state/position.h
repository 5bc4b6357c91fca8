// What the place in the program fixes, whatever the budget and the policy: which calls exist, what
// each storage's recomputation costs, who refers to it. Shared by all runs that stand at that
// place.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/reach.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

class Position {
 public:
  Position() = default;
  // Before the first step of `trace`.
  explicit Position(const Trace& trace) { restart(trace); }
  void restart(const Trace& trace);

  // Enters the tensors of the next call: their costs, edges and external references.
  // REQUIRES: calls are created in order, each once.
  void create(const Trace& trace, CallId call);

  // From now on there is reach(), too.
  void keep_reach(const Trace& trace);
  bool keeps_reach() const { return keeps_reach_; }

  CallId created() const { return created_; }

  // Costs of the distinct calls that produced the storage's tensors so far.
  Nanos compute(StorageId storage) const { return compute_[storage]; }

  // External references: bindings of names to the storage's tensors.
  std::uint32_t external(StorageId storage) const { return external_[storage]; }
  void add_reference(StorageId storage) { ++external_[storage]; }
  void drop_reference(StorageId storage) { --external_[storage]; }

  // The neighbours that exist by now; the storage itself can be among them.
  std::span<const Neighbor> neighbors(const Trace& trace, Direction direction,
                                      StorageId storage) const {
    return trace.adjacency.neighbors(direction, storage, live_[index(direction)][storage]);
  }
  // The same as masks. REQUIRES: keeps_reach().
  const Reach& reach(Direction direction) const { return reach_[index(direction)]; }
  // By 64 storages: how many calls had been created when a neighbour or the compute of one of them
  // changed last. REQUIRES: likewise.
  const std::vector<CallId>& last_change(Direction direction) const {
    return last_change_[index(direction)];
  }
  // How many tensor-level neighbours the reference looks at there: the sum of multiplicities.
  std::uint64_t degree(Direction direction, StorageId storage) const {
    return degree_[index(direction)][storage];
  }

 private:
  void enter_reach(const Trace& trace, CallId id);
  static std::size_t index(Direction direction) { return static_cast<std::size_t>(direction); }

  CallId created_ = 0;
  std::vector<Nanos> compute_;
  std::vector<std::uint32_t> external_;
  std::array<std::vector<std::uint32_t>, 2> live_;
  std::array<std::vector<std::uint64_t>, 2> degree_;
  bool keeps_reach_ = false;
  std::array<Reach, 2> reach_;
  std::array<std::vector<CallId>, 2> last_change_;
};

}  // namespace rematfuzz
