#include "sim/state/position.h"

#include "sim/base/check.h"

namespace rematfuzz {

void Position::restart(const Trace& trace) {
  created_ = 0;
  keeps_reach_ = false;
  compute_.assign(trace.storages.size(), 0);
  external_.assign(trace.storages.size(), 0);
  for (auto& live : live_) live.assign(trace.storages.size(), 0);
  for (auto& degree : degree_) degree.assign(trace.storages.size(), 0);
}

void Position::keep_reach(const Trace& trace) {
  keeps_reach_ = true;
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    reach_[index(direction)].restart(trace.adjacency, direction, trace.storages.size());
    last_change_[index(direction)].assign(trace.storages.size() / 64 + 1, 0);
  }
  for (CallId id = 0; id < created_; ++id) enter_reach(trace, id);
}

void Position::enter_reach(const Trace& trace, CallId id) {
  const auto note_change = [&](Direction direction, StorageId storage) {
    last_change_[index(direction)][storage / 64] = id + 1;
  };
  // An output is new, or a view, which makes its storage cost more.
  const Call& call = trace.calls[id];
  for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
    for (const Direction direction : {Direction::forward, Direction::reverse})
      note_change(direction, trace.tensors[t].storage);
  for (const Edge& edge : trace.adjacency.edges_of(id)) {
    reach_[index(Direction::forward)].add(edge.from, edge.to);
    reach_[index(Direction::reverse)].add(edge.to, edge.from);
    note_change(Direction::forward, edge.from);
  }
}

void Position::create(const Trace& trace, CallId id) {
  REMATFUZZ_CHECK(id == created_);
  const Call& call = trace.calls[id];
  for (std::uint32_t i = 0; i < call.outputs; ++i) {
    const StorageId storage = trace.tensors[call.first_output + i].storage;
    ++external_[storage];
    // A call counts once for a storage, however many of its outputs are there.
    bool counted = false;
    for (std::uint32_t j = 0; j < i && !counted; ++j)
      counted = trace.tensors[call.first_output + j].storage == storage;
    if (!counted) compute_[storage] += call.cost;
  }
  for (const Edge& edge : trace.adjacency.edges_of(id)) {
    ++live_[index(Direction::forward)][edge.from];
    ++live_[index(Direction::reverse)][edge.to];
    degree_[index(Direction::forward)][edge.from] += edge.multiplicity;
    degree_[index(Direction::reverse)][edge.to] += edge.multiplicity;
  }
  if (keeps_reach_) enter_reach(trace, id);
  ++created_;
}

}  // namespace rematfuzz
