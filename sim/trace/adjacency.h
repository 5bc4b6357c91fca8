// Who takes whom, seen from storages: the graph on which evicted neighbourhoods are walked.
//
// The reference walks from each tensor of a storage to each child (or parent) tensor and from there
// to its storage. All that a walk needs of it is, for a pair of storages, how often the one names
// the other; so the graph is kept between storages, with multiplicities.
//
// Edges appear when a call is created, in call order. Each storage's edges are therefore sorted by
// call, and the graph at any place of the program is a *prefix* of each list (Position counts it).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz {

class Trace;

// One entry of a storage's list: the neighbour, and how many tensor-level steps lead to it.
struct Neighbor {
  StorageId storage = 0;
  std::uint32_t multiplicity = 0;
};

// What the creation of one call adds: argument storage -> output storage. Calls add at most one
// edge a pair; `from` may equal `to` (a view of its own argument).
struct Edge {
  StorageId from = 0;
  StorageId to = 0;
  std::uint32_t multiplicity = 0;
};

enum class Direction : std::uint8_t { forward = 0, reverse = 1 };  // over children, over parents

class Adjacency {
 public:
  class EdgeRange;

  Adjacency() = default;

  // Of the calls, arguments and tensors of `trace`. Throws InputError where there are more edges
  // or a larger multiplicity than 32 bits count.
  explicit Adjacency(const Trace& trace);

  // The edges that a call adds, by value, in no order that means anything.
  EdgeRange edges_of(CallId call) const;

  // The first `live` neighbours of `storage` in `direction`.
  std::span<const Neighbor> neighbors(Direction direction, StorageId storage,
                                      std::uint32_t live) const {
    const Side& in = side(direction);
    return {in.list.data() + in.begin[storage], live};
  }
  // All of them.
  std::span<const Neighbor> neighbors(Direction direction, StorageId storage) const {
    const Side& in = side(direction);
    return neighbors(direction, storage, in.begin[storage + 1] - in.begin[storage]);
  }

 private:
  struct Side {
    std::vector<std::uint32_t> begin;  // by storage, and one more
    std::vector<Neighbor> list;
  };

  // The edges of one call into one storage: they stand side by side in that storage's reverse list.
  struct Group {
    StorageId to = 0;
    std::uint32_t begin = 0;  // into the reverse list
  };

  struct CallGroups {
    std::uint32_t begin = 0;  // into groups_
    std::uint32_t width = 0;  // how many edges each of the call's groups has
  };

  class CallStorages;

  const Side& side(Direction direction) const {
    return sides_[static_cast<std::size_t>(direction)];
  }
  Side& side(Direction direction) { return sides_[static_cast<std::size_t>(direction)]; }

  void count_edges(const Trace& trace);
  void fill(const Trace& trace);
  void add_call(const CallStorages& call);

  std::array<Side, 2> sides_;
  std::vector<Group> groups_;      // in call order
  std::vector<CallGroups> calls_;  // by call, and one more
};

class Adjacency::EdgeRange {
 public:
  class Iterator {
   public:
    Iterator(const Group* group, const Neighbor* reverse, std::uint32_t width)
        : group_(group), reverse_(reverse), width_(width) {}

    Edge operator*() const {
      const Neighbor& from = reverse_[group_->begin + at_];
      return {from.storage, group_->to, from.multiplicity};
    }
    Iterator& operator++() {
      if (++at_ == width_) {
        at_ = 0;
        ++group_;
      }
      return *this;
    }
    bool operator==(const Iterator& other) const {
      return group_ == other.group_ && at_ == other.at_;
    }

   private:
    const Group* group_;
    const Neighbor* reverse_;
    std::uint32_t width_;
    std::uint32_t at_ = 0;  // in the group
  };

  EdgeRange(Iterator begin, Iterator end) : begin_(begin), end_(end) {}

  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }

 private:
  Iterator begin_;
  Iterator end_;
};

inline Adjacency::EdgeRange Adjacency::edges_of(CallId call) const {
  const Neighbor* reverse = side(Direction::reverse).list.data();
  const std::uint32_t width = calls_[call].width;
  return {{groups_.data() + calls_[call].begin, reverse, width},
          {groups_.data() + calls_[call + 1].begin, reverse, width}};
}

}  // namespace rematfuzz
