// RuntimeV1: the parts of the simulator that banish.
#include "sim/base/check.h"
#include "sim/run/simulator.h"

namespace rematfuzz {

void Simulator::register_dependents(State& state, const Call& call) const {
  for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
    for (const TensorId arg : trace_->args_of(trace_->tensors[t].call))
      if (storage_of(arg) != storage_of(t))
        state.banishing.add_dependent(*trace_, storage_of(arg), t);
}

void Simulator::register_evicted(State& state, StorageId storage) {
  for (const TensorId tensor : trace_->tensors_on(storage)) {
    if (trace_->tensors[tensor].call >= position_.created()) break;
    for (const TensorId parent : parents(state, tensor))
      if (storage_of(parent) != storage)
        state.banishing.add_dependent(*trace_, storage_of(parent), tensor);
  }
}

// Banishing an argument takes it (and others on its storage) out of the very list that is being
// walked; the walk goes on at the next place, so it skips whatever moved up. The reference does so,
// and what is skipped keeps its lock.
void Simulator::release_arguments_banishing(Progress& run, TensorId target) {
  State& state = run.state;
  for (std::size_t place = 0;; ++place) {
    const auto left = parents(state, target);
    if (place >= left.size()) return;
    const StorageId parent = storage_of(left[place]);
    unlock(state, parent);
    for (const TensorId computed : computed_)
      if (storage_of(computed) != parent)
        state.banishing.remove_dependent(*trace_, parent, computed);
    try_banish(run, parent);
  }
}

void Simulator::try_banish(Progress& run, StorageId storage) {
  State& state = run.state;
  if (position_.external(storage) > 0 || state.banishing.has_evicted_dependents(storage) ||
      state.banishing.banished(storage))
    return;
  if (state.material[storage]) {
    state.locks[storage] = 0;
    evict(run, storage);
  }
  for (const TensorId tensor : trace_->tensors_on(storage)) {
    if (trace_->tensors[tensor].call >= position_.created()) break;
    for (const TensorId parent : parents(state, tensor))
      if (storage_of(parent) != storage)
        state.banishing.remove_dependent(*trace_, storage_of(parent), tensor);
  }
  // The children that still list the storage: those that were not banished before it.
  for (const Neighbor& child : position_.neighbors(*trace_, Direction::forward, storage))
    if (child.storage != storage && state.banishing.lists(storage, child.storage))
      pin(state, child.storage);
  state.banishing.banish(storage);
}

}  // namespace rematfuzz
