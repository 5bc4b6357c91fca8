#include "sim/run/simulator.h"

#include <algorithm>

#include "sim/base/check.h"
#include "sim/base/error.h"
#include "sim/base/fault.h"

namespace rematfuzz {

InputError clock_error() { return InputError("the clock passes 2^62 ns; set an overhead limit"); }

void Simulator::restart(const Trace& trace, const Runtime& runtime, const Policy& policy,
                        const SimulatorOptions& options) {
  trace_ = &trace;
  runtime_ = &runtime;
  policy_ = &policy;
  remat_limit_ = options.remat_limit;
  latest_clock_ = options.first_clock - 1 + longest_run;
  columns_ = options.columns;
  first_clock_ = options.first_clock;
  retained_.assign(trace.storages.size(), 0);
  for (const StorageId storage : options.retained) retained_[storage] = 1;
  position_.restart(trace);
  step_ = 0;
  view_scratch_.restart(trace.storages.size());
  choose_parts(options);
  if (parts_.sums) position_.keep_reach(trace);
  find_forgettable();
}

void Simulator::choose_parts(const SimulatorOptions& options) {
  const Structure structure = runtime_->maintains ? policy_->structure() : Structure::none;
  const bool fresh = options.neighborhood == Neighborhood::fresh;
  const bool lean = fresh || (options.sums != SumSource::regions && RegionSums::serves(*trace_));
  const bool regions = structure == Structure::regions;
  parts_ = {.regions = regions && !lean,
            .sums = regions && lean,
            .reads = {.forward = policy_->reads_sum(Direction::forward),
                      .reverse = policy_->reads_sum(Direction::reverse),
                      .outputs = regions && lean && !fresh && options.sums == SumSource::counted},
            .neighborhood = options.neighborhood,
            .classes = structure == Structure::classes,
            .banishing = runtime_->banishes};
  if (parts_.regions) region_scratch_.fit(trace_->storages.size());
  if (!parts_.reads.outputs) return;
  region_accesses_.fit(trace_->storages.size());
  none_pinned_.restart(trace_->storages.size());
}

// A storage that comes back only because something asks for it is accessed when it is asked for; a
// sibling of another output comes back with the access time that it had.
void Simulator::find_forgettable() {
  forgettable_.assign(trace_->storages.size(), 0);
  if (runtime_->banishes || policy_->reads_accesses() == AccessUse::neighborhood) return;
  for (StorageId s = 0; s < trace_->storages.size(); ++s)
    if (trace_->calls[trace_->tensors[trace_->storages[s].root].call].outputs == 1)
      forgettable_[s] = 1;
}

Progress Simulator::start(std::uint64_t seed) const {
  Progress run{State(), Tally(trace_->storages.size())};
  start(run.state, seed);
  return run;
}

void Simulator::start(State& state, std::uint64_t seed) const {
  state.restart(*trace_, parts_, seed);
  state.clock = first_clock_;
  state.accesses.restart(trace_->storages.size(), columns_);
}

void Simulator::begin_step() {
  const Step& step = current_step();
  switch (step.kind) {
    case StepKind::call:
      position_.create(*trace_, step.index);
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
  run.shortlist.forget();
  const Step& step = current_step();
  State& state = run.state;
  switch (step.kind) {
    case StepKind::call: {
      const Call& call = trace_->calls[step.index];
      if (call.constant) run.tally.constant_memory += call.need;
      if (parts_.classes)
        for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
          if (!trace_->is_view(t)) state.classes.add(storage_of(t), 0);
      if (runtime_->banishes) register_dependents(state, call);
      if (parts_.sums) state.sums.open(scene(state), step.index, view_scratch_.sums);
      demand(run, call.first_output, false);
      break;
    }
    case StepKind::pin:
      if (!state.defined[step.index]) demand(run, step.index, true);
      break;
    case StepKind::get:
      break;
    case StepKind::release: {
      const StorageId storage = storage_of(step.index);
      if (position_.external(storage) != 0) break;
      if (runtime_->banishes)
        try_banish(run, storage);
      else if (runtime_->eager && state.material[storage] && !state.pinned[storage])
        evict(run, storage);
      break;
    }
  }
}

void Simulator::leave_step(Progress& run) {
  const Step& step = current_step();
  if (step.kind == StepKind::call) {
    const Call& call = trace_->calls[step.index];
    for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
      touch(run.state, storage_of(t));
  } else if (step.kind == StepKind::pin) {
    pin(run.state, storage_of(step.index));
  }
}

std::span<const TensorId> Simulator::parents(const State& state, TensorId tensor) {
  if (!runtime_->banishes) return trace_->args_of(trace_->tensors[tensor].call);
  state.banishing.parents(*trace_, tensor, parents_);
  return parents_;
}

// Opens a materialization: touches the arguments, locks those that are there, lists the others.
void Simulator::demand(Progress& run, TensorId tensor, bool rematerialize) {
  State& state = run.state;
  REMATFUZZ_CHECK(!state.defined[tensor]);
  const auto first = static_cast<std::uint32_t>(state.pending.size());
  state.frames.push_back(
      {.target = tensor, .pending = first, .first_pending = first, .rematerialize = rematerialize});
  std::uint32_t place = 0;
  for (const TensorId parent : parents(state, tensor)) {
    const StorageId storage = storage_of(parent);
    if (!runtime_->banishes || position_.external(storage) > 0) touch(state, storage);
    if (state.defined[parent]) {
      lock(state, storage);
    } else {
      state.pending.push_back({.tensor = parent, .place = place});
      ++state.awaited[storage];
    }
    ++place;
  }
}

bool Simulator::advance(Progress& run) {
  State& state = run.state;
  while (!state.frames.empty()) {
    Frame& frame = state.frames.back();
    if (frame.pending == state.pending.size()) {
      frame.place = Frame::ready;
      return true;
    }
    const PendingArgument next = state.pending[frame.pending];
    if (!state.defined[next.tensor]) {
      frame.place = next.place;
      demand(run, next.tensor, true);
      continue;
    }
    const StorageId storage = storage_of(next.tensor);
    lock(state, storage);
    --state.awaited[storage];
    ++frame.pending;
  }
  return false;
}

void Simulator::lock(State& state, StorageId storage) const {
  REMATFUZZ_CHECK(state.material[storage]);
  const bool skipped = planted(Fault::eviction_skips_a_lock) && state.frames.size() > 1;
  if (state.locks[storage]++ == 0 && state.pool.contains(storage) && !skipped)
    state.pool.remove(storage);
}

void Simulator::unlock(State& state, StorageId storage) const {
  REMATFUZZ_CHECK(planted(Fault::eviction_skips_a_lock) ||
                  (state.material[storage] && state.locks[storage] > 0));
  if (--state.locks[storage] == 0) offer(state, storage);
}

void Simulator::offer(State& state, StorageId storage) const {
  if (planted(Fault::eviction_skips_a_lock) && state.pool.contains(storage)) return;
  if (retained_[storage] == 0) state.pool.append(storage);
}

void Simulator::pin(State& state, StorageId storage) const {
  if (state.pinned[storage]) return;
  if (planted(Fault::constants_are_offered) &&
      trace_->calls[trace_->tensors[trace_->storages[storage].root].call].constant)
    return;
  lock(state, storage);
  state.pinned.set(storage, true);
  if (!runtime_->banishes && policy_->reads_accesses() != AccessUse::neighborhood)
    state.accesses.forget(storage);
}

StorageId Simulator::choose(Progress& run, std::size_t column) {
  PolicyView view(*trace_, position_, run.state, view_scratch_, column, &run.shortlist);
  if (parts_.sums) run.state.sums.prepare(scene(run.state), view_scratch_.sums);
  StorageId victim = policy_->choose(view);
  if (planted(Fault::victims_are_the_oldest) || planted_now_and_then(Fault::choices_remember, 64))
    victim = run.state.pool.members().front();
  if (planted(Fault::even_pools_lose_their_newest) && run.state.pool.size() % 2 == 0)
    victim = run.state.pool.members().back();
  REMATFUZZ_CHECK(victim != no_id && run.state.pool.contains(victim));
  run.tally.evaluations += view.evaluations();
  run.tally.choice_accesses += view.evaluations() + view.accesses();
  return victim;
}

bool Simulator::choice_drifts(const State& state) {
  if (parts_.sums) return state.sums.drifted(scene(state), state.pool, view_scratch_.sums);
  if (!parts_.regions) return false;
  if (!position_.keeps_reach()) position_.keep_reach(*trace_);
  const auto drifted = [&](StorageId storage, Direction direction) {
    return policy_->reads_sum(direction) &&
           view_scratch_.sums.walk.sum(scene(state), direction, storage) !=
               state.regions.sum(direction, storage);
  };
  return std::ranges::any_of(state.pool.slots(), [&](StorageId storage) {
    return storage != no_id &&
           (drifted(storage, Direction::forward) || drifted(storage, Direction::reverse));
  });
}

void Simulator::evict(Progress& run, StorageId storage) {
  State& state = run.state;
  REMATFUZZ_CHECK(planted(Fault::eviction_skips_a_lock) ||
                  (state.material[storage] && state.locks[storage] == 0));
  state.set_material(storage, false);
  state.memory -= trace_->storages[storage].size;
  if (planted(Fault::eviction_keeps_a_byte) && trace_->storages[storage].size > 2) ++state.memory;
  if (state.pool.contains(storage)) state.pool.remove(storage);
  const auto tensors = trace_->tensors_on(storage);
  state.defined.set(tensors.front(), false);
  for (const TensorId view : tensors.subspan(1))
    if (state.defined[view]) state.set_view_defined(view, false);
  // What is awaited was accessed when it was asked for, and comes back with that.
  if (forgettable_[storage] != 0 && state.awaited[storage] == 0) state.accesses.forget(storage);
  if (runtime_->banishes) register_evicted(state, storage);
  run.tally.record_eviction(storage);
  if (parts_.reads.outputs)
    run.tally.maintenance.accesses +=
        region_accesses_.of_eviction(scene(state), state.sums, storage, view_scratch_.sums.walk);
  if (parts_.sums) state.sums.on_evict(scene(state), storage, view_scratch_.sums);
  if (parts_.regions) state.regions.on_evict(position_, storage, run.tally.maintenance);
  if (parts_.classes) join_evicted_neighbors(run, storage);
}

void Simulator::join_evicted_neighbors(Progress& run, StorageId storage) const {
  State& state = run.state;
  state.classes.add(storage, position_.compute(storage));
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    run.tally.maintenance.accesses += position_.degree(direction, storage);
    for (const Neighbor& neighbor : position_.neighbors(*trace_, direction, storage))
      if (neighbor.storage != storage && !state.material[neighbor.storage])
        state.classes.join(neighbor.storage, storage);
  }
}

void Simulator::compute(Progress& run) {
  run.shortlist.forget();
  const Frame frame = run.state.frames.back();
  const CallId id = trace_->tensors[frame.target].call;
  const Call& call = trace_->calls[id];
  if (call.cost > latest_clock_ - run.state.clock) throw clock_error();
  if (!planted(Fault::recomputing_takes_no_time) || run.state.frames.size() < 3)
    run.state.clock += call.cost;
  (frame.rematerialize ? run.tally.remat_compute : run.tally.model_compute) += call.cost;
  allocate_outputs(run, call, frame.target);
  maintain_computed(run, id);
  if (runtime_->banishes)
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
    if (trace_->is_view(tensor))
      state.set_view_defined(tensor, true);
    else
      state.defined.set(tensor, true);
    computed_.push_back(tensor);
    if (state.material[storage]) return;
    REMATFUZZ_CHECK(!trace_->is_view(tensor) && state.locks[storage] == 0);
    state.set_material(storage, true);
    became_material_.push_back(storage);
    offer(state, storage);
  };
  if (planted(Fault::targets_enter_first)) produce(target);
  for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t) {
    if (t == target) continue;
    if (state.defined[t])
      state.memory -= trace_->tensors[t].size;
    else
      produce(t);
  }
  if (!planted(Fault::targets_enter_first)) produce(target);
}

void Simulator::maintain_computed(Progress& run, CallId id) {
  State& state = run.state;
  if (parts_.reads.outputs && !became_material_.empty())
    run.tally.maintenance.accesses += region_accesses_.of_material(
        scene(state), state.sums, became_material_, view_scratch_.sums.walk);
  const bool of_the_step = state.frames.size() == 1 && current_step().kind == StepKind::call;
  if (parts_.sums && of_the_step) {
    REMATFUZZ_CHECK(id == current_step().index);
    state.sums.close(scene(state), view_scratch_.sums);
  }
  if (became_material_.empty()) return;
  if (parts_.sums && !of_the_step)
    state.sums.on_material(scene(state), became_material_, view_scratch_.sums);
  if (parts_.regions)
    state.regions.on_material(*trace_, position_, state.material, became_material_, region_scratch_,
                              run.tally.maintenance);
  if (parts_.classes)
    for (const StorageId storage : became_material_)
      state.classes.remove(storage, position_.compute(storage));
}

std::uint64_t Simulator::accesses(const Progress& run) {
  std::uint64_t count = run.tally.choice_accesses + run.tally.maintenance.accesses;
  if (parts_.reads.outputs) count += region_accesses_.at_end(scene(run.state), run.state.sums);
  return count;
}

void Simulator::release_arguments(Progress& run, TensorId target) {
  const std::span<const TensorId> arguments = trace_->args_of(trace_->tensors[target].call);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (planted(Fault::repeated_arguments_stay_locked) && i > 0 && arguments[i] == arguments[i - 1])
      continue;
    unlock(run.state, storage_of(arguments[i]));
  }
}

void Simulator::finish_frame(Progress& run) {
  const Frame frame = run.state.frames.back();
  const Call& call = ready_call(run.state);
  Bytes used = call.need + call.parents;
  if (runtime_->banishes) {
    used = call.need;
    for (const TensorId parent : parents(run.state, frame.target))
      used += trace_->tensors[parent].size;
  }
  if (used > run.tally.bottleneck_memory) run.tally.bottleneck_memory = used;
  run.state.pending.resize(frame.first_pending);
  run.state.frames.pop_back();
}

}  // namespace rematfuzz
