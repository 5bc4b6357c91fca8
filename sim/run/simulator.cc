#include "sim/run/simulator.h"

#include "sim/base/check.h"
#include "sim/base/error.h"

namespace rematfuzz {

namespace {

// The clock, and so every cost of a score, stays below this.
constexpr Nanos latest_clock = Nanos{1} << 62;

}  // namespace

Simulator::Simulator(const Trace& trace, const Runtime& runtime, const Policy& policy,
                     const SimulatorOptions& options)
    : trace_(trace),
      runtime_(runtime),
      policy_(policy),
      remat_limit_(options.remat_limit),
      regions_(runtime.maintains && policy.structure() == Structure::regions),
      classes_(runtime.maintains && policy.structure() == Structure::classes),
      retained_(trace.storages.size(), 0),
      position_(trace),
      view_scratch_(trace.storages.size()),
      region_scratch_(regions_ ? trace.storages.size() : 0) {
  for (const StorageId storage : options.retained) retained_[storage] = 1;
}

Progress Simulator::start(std::uint64_t seed) const {
  const State::Parts parts{
      .regions = regions_, .classes = classes_, .banishing = runtime_.banishes};
  return {State(trace_, parts, seed), Tally(trace_.storages.size())};
}

void Simulator::begin_step() {
  const Step& step = current();
  switch (step.kind) {
    case StepKind::call:
      position_.create(trace_, step.index);
      break;
    case StepKind::get:
      position_.add_reference(storage_of(step.index));
      break;
    case StepKind::release:
      position_.drop_reference(storage_of(step.index));
      break;
    case StepKind::pin:
      break;
  }
}

void Simulator::enter_step(Progress& run) {
  const Step& step = current();
  State& state = run.state;
  switch (step.kind) {
    case StepKind::call: {
      const Call& call = trace_.calls[step.index];
      if (trace_.is_constant(step.index)) run.tally.constant_memory += call.need;
      if (classes_)
        for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
          if (!trace_.is_view(t)) state.classes.add(storage_of(t), 0);
      if (runtime_.banishes) register_dependents(state, call);
      demand(run, call.first_output, false);
      break;
    }
    case StepKind::pin:
      if (state.defined[step.index] == 0) demand(run, step.index, true);
      break;
    case StepKind::get:
      break;
    case StepKind::release: {
      const StorageId storage = storage_of(step.index);
      if (position_.external(storage) != 0) break;
      if (runtime_.banishes)
        try_banish(run, storage);
      else if (runtime_.eager && state.material[storage] != 0 && state.pinned[storage] == 0)
        evict(run, storage);
      break;
    }
  }
}

void Simulator::leave_step(Progress& run) {
  const Step& step = current();
  if (step.kind == StepKind::call) {
    const Call& call = trace_.calls[step.index];
    for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
      run.state.last_access[storage_of(t)] = run.state.clock;
  } else if (step.kind == StepKind::pin) {
    pin(run.state, storage_of(step.index));
  }
}

std::span<const TensorId> Simulator::parents(const State& state, TensorId tensor) {
  if (!runtime_.banishes) return trace_.args_of(trace_.tensors[tensor].call);
  state.banishing.parents(trace_, tensor, parents_);
  return parents_;
}

// Opens a materialization: touches the arguments, locks those that are there, lists the others.
void Simulator::demand(Progress& run, TensorId tensor, bool rematerialize) {
  State& state = run.state;
  REMATFUZZ_CHECK(state.defined[tensor] == 0);
  const auto first = static_cast<std::uint32_t>(state.pending.size());
  state.frames.push_back(
      {.target = tensor, .pending = first, .first_pending = first, .rematerialize = rematerialize});
  for (const TensorId parent : parents(state, tensor)) {
    const StorageId storage = storage_of(parent);
    if (!runtime_.banishes || position_.external(storage) > 0)
      state.last_access[storage] = state.clock;
    if (state.defined[parent] != 0)
      lock(state, storage);
    else
      state.pending.push_back(parent);
  }
}

bool Simulator::advance(Progress& run) {
  State& state = run.state;
  while (!state.frames.empty()) {
    Frame& frame = state.frames.back();
    if (frame.pending == state.pending.size()) return true;
    const TensorId next = state.pending[frame.pending];
    if (state.defined[next] == 0) {
      demand(run, next, true);
      continue;
    }
    lock(state, storage_of(next));
    ++frame.pending;
  }
  return false;
}

void Simulator::lock(State& state, StorageId storage) const {
  REMATFUZZ_CHECK(state.material[storage] != 0);
  if (state.locks[storage]++ == 0 && state.pool.contains(storage)) state.pool.remove(storage);
}

void Simulator::unlock(State& state, StorageId storage) const {
  REMATFUZZ_CHECK(state.material[storage] != 0 && state.locks[storage] > 0);
  if (--state.locks[storage] == 0) offer(state, storage);
}

void Simulator::offer(State& state, StorageId storage) const {
  if (retained_[storage] == 0) state.pool.append(storage);
}

void Simulator::pin(State& state, StorageId storage) const {
  if (state.pinned[storage] != 0) return;
  lock(state, storage);
  state.pinned[storage] = 1;
}

void Simulator::evict_chosen(Progress& run) {
  PolicyView view(trace_, position_, run.state, view_scratch_);
  const StorageId victim = policy_.choose(view);
  REMATFUZZ_CHECK(victim != no_id && run.state.pool.contains(victim));
  run.tally.evaluations += view.evaluations();
  run.tally.choice_accesses += view.evaluations() + view.accesses();
  evict(run, victim);
}

void Simulator::evict(Progress& run, StorageId storage) {
  State& state = run.state;
  REMATFUZZ_CHECK(state.material[storage] != 0 && state.locks[storage] == 0);
  state.material[storage] = 0;
  state.memory -= trace_.storages[storage].size;
  if (state.pool.contains(storage)) state.pool.remove(storage);
  for (const TensorId tensor : trace_.tensors_on(storage)) state.defined[tensor] = 0;
  if (runtime_.banishes) register_evicted(state, storage);
  run.tally.record_eviction(storage);
  if (regions_) state.regions.on_evict(position_, storage, run.tally.maintenance);
  if (classes_) join_evicted_neighbors(run, storage);
}

void Simulator::join_evicted_neighbors(Progress& run, StorageId storage) const {
  State& state = run.state;
  state.classes.add(storage, position_.compute(storage));
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    run.tally.maintenance.accesses += position_.degree(direction, storage);
    for (const Neighbor& neighbor : position_.neighbors(trace_, direction, storage))
      if (neighbor.storage != storage && state.material[neighbor.storage] == 0)
        state.classes.join(neighbor.storage, storage);
  }
}

void Simulator::compute(Progress& run) {
  const Frame frame = run.state.frames.back();
  const CallId id = trace_.tensors[frame.target].call;
  const Call& call = trace_.calls[id];
  if (call.cost > latest_clock - run.state.clock)
    throw InputError("the clock passes 2^62 ns; set an overhead limit");
  run.state.clock += call.cost;
  (frame.rematerialize ? run.tally.remat_compute : run.tally.model_compute) += call.cost;
  allocate_outputs(run, call, frame.target);
  maintain_computed(run);
  if (runtime_.banishes)
    release_arguments_banishing(run, frame.target);
  else
    release_arguments(run, frame.target);
  if (!exceeds_limit(run.tally)) finish_frame(run);
}

// Everything that the call produces exists at once; outputs that were there already are duplicates
// and dropped. What is newly material enters the pool: siblings in order, the target last.
void Simulator::allocate_outputs(Progress& run, const Call& call, TensorId target) {
  State& state = run.state;
  state.memory += call.need;
  if (state.memory > run.tally.peak_memory) run.tally.peak_memory = state.memory;
  became_material_.clear();
  computed_.clear();
  const auto produce = [&](TensorId tensor) {
    const StorageId storage = storage_of(tensor);
    state.defined[tensor] = 1;
    computed_.push_back(tensor);
    if (state.material[storage] != 0) return;
    REMATFUZZ_CHECK(!trace_.is_view(tensor) && state.locks[storage] == 0);
    state.material[storage] = 1;
    became_material_.push_back(storage);
    offer(state, storage);
  };
  for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t) {
    if (t == target) continue;
    if (state.defined[t] != 0)
      state.memory -= trace_.tensors[t].size;
    else
      produce(t);
  }
  produce(target);
}

void Simulator::maintain_computed(Progress& run) {
  if (became_material_.empty()) return;
  State& state = run.state;
  if (regions_)
    state.regions.on_material(trace_, position_, state.material, became_material_, region_scratch_,
                              run.tally.maintenance);
  if (classes_)
    for (const StorageId storage : became_material_)
      state.classes.remove(storage, position_.compute(storage));
}

void Simulator::release_arguments(Progress& run, TensorId target) {
  for (const TensorId parent : trace_.args_of(trace_.tensors[target].call))
    unlock(run.state, storage_of(parent));
}

void Simulator::finish_frame(Progress& run) {
  const Frame frame = run.state.frames.back();
  const Call& call = ready_call(run.state);
  Bytes used = call.need + call.parents;
  if (runtime_.banishes) {
    used = call.need;
    for (const TensorId parent : parents(run.state, frame.target))
      used += trace_.tensors[parent].size;
  }
  if (used > run.tally.bottleneck_memory) run.tally.bottleneck_memory = used;
  run.state.pending.resize(frame.first_pending);
  run.state.frames.pop_back();
}

}  // namespace rematfuzz
