// Equivalence classes of storages that are not material, with a value each: the cheap stand-in for
// regions that the eq heuristics read. Source: arXiv:2006.09616, section 4.1 (h_DTR^eq) and the
// behaviour of its simulator: classes only ever grow together, and a storage that becomes material
// again takes its compute out of its class without splitting it.
//
// A union-find, joined by size and never compressed, so that reading a class changes nothing. Nodes
// that no storage uses any more are swept out when they outnumber the storages.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz {

class Classes {
 public:
  using Node = std::uint32_t;

  // No storage has a node. `storages` 0: classes are not maintained in this run.
  explicit Classes(std::size_t storages = 0) { restart(storages); }
  void restart(std::size_t storages) {
    node_.assign(storages, no_id);
    parent_.clear();
    count_.clear();
    value_.clear();
    sweep_at_ = 0;
  }

  bool maintained() const { return !node_.empty(); }

  // Gives the storage, which has none, a node in a class of its own.
  void add(StorageId storage, Nanos value);

  // Joins the classes of two storages that have nodes; values add up.
  void join(StorageId a, StorageId b);

  // The storage became material: its class loses `value`, the storage its node.
  void remove(StorageId storage, Nanos value);

  // The class of a storage that has a node, and that class's value. Valid until the next change.
  Node class_of(StorageId storage) const { return root(node_[storage]); }
  Nanos value(Node root) const { return value_[root]; }
  std::size_t nodes() const { return parent_.size(); }

  // Equal: the same storages have nodes, in the same classes, with the same values.
  bool operator==(const Classes& other) const;
  std::uint64_t hash() const;

 private:
  Node root(Node node) const {
    while (parent_[node] != node) node = parent_[node];
    return node;
  }
  Node make(Nanos value);
  void sweep();
  // Per storage its class, numbered by first appearance (no_id: no node); per class its value.
  struct Canonical {
    std::vector<std::uint32_t> number;
    std::vector<Nanos> value;
    bool operator==(const Canonical&) const = default;
  };
  Canonical canonical() const;

  std::vector<Node> node_;            // by storage
  std::vector<Node> parent_;          // by node; a root is its own parent
  std::vector<std::uint32_t> count_;  // by root: nodes below it
  std::vector<Nanos> value_;          // by root
  std::size_t sweep_at_ = 0;
};

}  // namespace rematfuzz
