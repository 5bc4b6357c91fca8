// Who takes whom, straight from a trace's calls: what Adjacency and the walks are held against.
//
// Counts as the reference does: for each tensor on a storage, its neighbours are all outputs of a
// call for every time it takes the tensor (forward), or the arguments of its own call (reverse).
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <set>
#include <vector>

#include "sim/trace/adjacency.h"
#include "sim/trace/trace.h"

namespace rematfuzz::testing {

class NaiveGraph {
 public:
  // Of the first `calls` calls.
  NaiveGraph(const Trace& trace, CallId calls) {
    for (auto& side : sides_) side.resize(trace.storages.size());
    for (CallId id = 0; id < calls; ++id) {
      const Call& call = trace.calls[id];
      for (const TensorId arg : trace.args_of(id))
        for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t) {
          const StorageId from = trace.tensors[arg].storage;
          const StorageId to = trace.tensors[t].storage;
          neighbors(Direction::forward, from).push_back(to);
          neighbors(Direction::reverse, to).push_back(from);
        }
    }
    compute_.resize(trace.storages.size());
    for (StorageId s = 0; s < trace.storages.size(); ++s) {
      std::set<CallId> producers;
      for (const TensorId t : trace.tensors_on(s))
        if (trace.tensors[t].call < calls) producers.insert(trace.tensors[t].call);
      for (const CallId id : producers) compute_[s] += trace.calls[id].cost;
    }
  }

  // A storage's neighbours, each as often as there are tensor-level steps to it.
  const std::vector<StorageId>& neighbors(Direction direction, StorageId storage) const {
    return sides_[static_cast<std::size_t>(direction)][storage];
  }
  Nanos compute(StorageId storage) const { return compute_[storage]; }

  struct Walk {
    std::set<StorageId> interior;
    std::set<StorageId> frontier;
    Nanos sum = 0;
    std::uint64_t accesses = 0;

    bool operator==(const Walk&) const = default;

    // How GoogleTest prints a walk.
    friend void PrintTo(const Walk& walk, std::ostream* out) {  // NOLINT(*-identifier-naming)
      *out << "interior " << ::testing::PrintToString(walk.interior) << " frontier "
           << ::testing::PrintToString(walk.frontier) << " sum " << walk.sum << " accesses "
           << walk.accesses;
    }
  };

  // "rebuild" of the reference: from `base` through what is not material.
  Walk walk(Direction direction, StorageId base, const Flags& material) const {
    Walk found;
    std::vector<StorageId> stack{base};
    while (!stack.empty()) {
      const StorageId at = stack.back();
      stack.pop_back();
      for (const StorageId to : neighbors(direction, at)) {
        ++found.accesses;
        if (material[to]) {
          if (to != base) found.frontier.insert(to);
        } else if (found.interior.insert(to).second) {
          found.sum += compute_[to];
          stack.push_back(to);
        }
      }
    }
    return found;
  }

 private:
  std::vector<StorageId>& neighbors(Direction direction, StorageId storage) {
    return sides_[static_cast<std::size_t>(direction)][storage];
  }

  std::vector<std::vector<StorageId>> sides_[2];  // by direction and storage
  std::vector<Nanos> compute_;
};

}  // namespace rematfuzz::testing
