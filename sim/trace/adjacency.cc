#include "sim/trace/adjacency.h"

#include <algorithm>
#include <cstddef>

#include "sim/base/error.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// The distinct storages that one call's arguments and outputs are on, each list in the order of
// ids, with how many of them are there. One object serves all calls: it keeps its memory.
class Adjacency::CallStorages {
 public:
  explicit CallStorages(const Trace& trace) : trace_(trace) {}

  void load(CallId call) {
    ids_.clear();
    for (const TensorId arg : trace_.args_of(call)) ids_.push_back(trace_.tensors[arg].storage);
    count_distinct(from_);
    ids_.clear();
    if (from_.empty()) return to_.clear();  // there is no edge
    const TensorId first = trace_.calls[call].first_output;
    for (std::uint32_t i = 0; i < trace_.calls[call].outputs; ++i)
      ids_.push_back(trace_.tensors[first + i].storage);
    count_distinct(to_);
  }

  const std::vector<Neighbor>& from() const { return from_; }
  const std::vector<Neighbor>& to() const { return to_; }

 private:
  void count_distinct(std::vector<Neighbor>& out) {
    std::sort(ids_.begin(), ids_.end());
    out.clear();
    for (const StorageId id : ids_) {
      if (out.empty() || out.back().storage != id) out.push_back({id, 0});
      ++out.back().multiplicity;
    }
  }

  const Trace& trace_;
  std::vector<StorageId> ids_;
  std::vector<Neighbor> from_;
  std::vector<Neighbor> to_;
};

namespace {

std::uint32_t largest(const std::vector<Neighbor>& list) {
  std::uint32_t most = 0;
  for (const Neighbor& entry : list) most = std::max(most, entry.multiplicity);
  return most;
}

void sum_up(std::vector<std::uint32_t>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

}  // namespace

Adjacency::Adjacency(const Trace& trace) {
  for (Side& in : sides_) in.begin.assign(trace.storages.size() + 1, 0);
  count_edges(trace);
  for (Side& in : sides_) {
    sum_up(in.begin);
    in.list.resize(in.begin.back());
  }
  calls_.reserve(trace.calls.size() + 1);
  fill(trace);
}

void Adjacency::count_edges(const Trace& trace) {
  CallStorages call(trace);
  std::uint64_t edges = 0;
  std::size_t groups = 0;
  for (CallId id = 0; id < trace.calls.size(); ++id) {
    call.load(id);
    edges += std::uint64_t{call.from().size()} * call.to().size();
    groups += call.to().size();
    if (edges >= no_id) throw InputError("more than 2^32 - 2 pairs of an argument and an output");
    if (std::uint64_t{largest(call.from())} * largest(call.to()) >= no_id)
      throw InputError("a call takes one storage more than 2^32 - 2 times");
    for (const Neighbor& from : call.from())
      side(Direction::forward).begin[from.storage + 1] +=
          static_cast<std::uint32_t>(call.to().size());
    for (const Neighbor& to : call.to())
      side(Direction::reverse).begin[to.storage + 1] +=
          static_cast<std::uint32_t>(call.from().size());
  }
  groups_.reserve(groups);
}

void Adjacency::fill(const Trace& trace) {
  CallStorages call(trace);
  for (CallId id = 0; id < trace.calls.size(); ++id) {
    call.load(id);
    add_call(call);
  }
  calls_.push_back({static_cast<std::uint32_t>(groups_.size()), 0});
  // While it was filled, each begin moved on to where the next storage's list begins.
  for (Side& in : sides_) {
    std::shift_right(in.begin.begin(), in.begin.end(), 1);
    in.begin.front() = 0;
  }
}

void Adjacency::add_call(const CallStorages& call) {
  Side& forward = side(Direction::forward);
  Side& reverse = side(Direction::reverse);
  calls_.push_back(
      {static_cast<std::uint32_t>(groups_.size()), static_cast<std::uint32_t>(call.from().size())});
  for (const Neighbor& to : call.to()) {
    groups_.push_back({to.storage, reverse.begin[to.storage]});
    for (const Neighbor& from : call.from()) {
      const std::uint32_t multiplicity = from.multiplicity * to.multiplicity;
      forward.list[forward.begin[from.storage]++] = {to.storage, multiplicity};
      reverse.list[reverse.begin[to.storage]++] = {from.storage, multiplicity};
    }
  }
}

}  // namespace rematfuzz
