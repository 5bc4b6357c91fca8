// The runtime's mechanics: how a state moves through the program.
//
// A Simulator stands at one place of one trace (its Position) and can move any number of states
// that stand there, too. The budget is no part of it: a state stops wherever a call is ready to
// allocate, and its owner decides, by comparing memory + need with a budget, whether to evict or to
// go on. (That is what lets one pass answer many budgets.)
//
// The order of calls, for each step of the program:
//   begin_step(); for each state: enter_step(state);
//     while (advance(state)) { while (!fits(state, budget)) evict_chosen(state) or stop: oom;
//                              compute(state); }          // stop: thrash, if exceeds_limit()
//     leave_step(state)
//   end_step().
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/base/error.h"
#include "sim/base/fault.h"
#include "sim/base/types.h"
#include "sim/policy/policy.h"
#include "sim/policy/shortlist.h"
#include "sim/policy/view.h"
#include "sim/run/runtime.h"
#include "sim/run/tally.h"
#include "sim/state/position.h"
#include "sim/state/region_accesses.h"
#include "sim/state/state.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// A run's state and its report.
struct Progress {
  State state;
  Tally tally;
  // A cache, like those in the state.
  Shortlist shortlist = {};
};

// How the sums of evicted neighbourhoods are come by, for the policies that read them.
enum class SumSource : std::uint8_t {
  // By RegionSums where it serves the trace (else as `regions`), accesses counted by
  // RegionAccesses.
  counted,
  sums,     // the same, and accesses not counted: faster
  regions,  // from regions maintained as the reference maintains them: slower, for comparison
};

// A run's clock stays at most this, so that no score overflows.
inline constexpr Nanos longest_run = Nanos{1} << 62;
// That a run would pass it.
InputError clock_error();

struct SimulatorOptions {
  // See remat_limit() of a Baseline; the default is no limit.
  Nanos remat_limit = std::numeric_limits<Nanos>::max();
  // Storages that are never offered to the policy (a release still evicts them).
  std::vector<StorageId> retained = {};
  Neighborhood neighborhood = Neighborhood::incremental;
  SumSource sums = SumSource::counted;
  // How many columns of access times a state starts with, and its clock: see State.
  std::size_t columns = 1;
  Nanos first_clock = 1;
};

class Simulator {
 public:
  // All referenced objects must outlive the simulator. REQUIRES: require_supported().
  Simulator(const Trace& trace, const Runtime& runtime, const Policy& policy,
            const SimulatorOptions& options = {}) {
    restart(trace, runtime, policy, options);
  }
  // At no place of no trace: for restart() alone.
  Simulator() = default;
  // As if made anew; memory is kept.
  void restart(const Trace& trace, const Runtime& runtime, const Policy& policy,
               const SimulatorOptions& options);

  // A run before the first step of the program.
  Progress start(std::uint64_t seed) const;
  // Makes one of `state`, whatever it was.
  void start(State& state, std::uint64_t seed) const;

  bool at_end() const { return step_ == trace_->steps.size(); }
  std::size_t step() const { return step_; }
  // The step that is under way, or the next one.
  const Step& current_step() const { return trace_->steps[step_]; }
  void begin_step();
  // Whether the step that is under way is a RELEASE that has an effect on runs.
  bool releases_last_reference() const {
    return position_.external(storage_of(current_step().index)) == 0;
  }
  void enter_step(Progress& run);
  void leave_step(Progress& run);
  void end_step() { ++step_; }

  // Moves on to the next point where a call is ready to allocate; false: the step's work is done.
  bool advance(Progress& run);

  // What memory would be with the ready call's outputs. REQUIRES: advance() returned true.
  Bytes request(const State& state) const { return state.memory + ready_call(state).need; }
  // Whether that is within the budget; a refusal is noted in the run's tally.
  bool fits(Progress& run, Bytes budget) const {
    const Bytes bytes = request(run.state);
    if (bytes <= budget) return true;
    if (bytes < run.tally.smallest_refused) run.tally.smallest_refused = bytes;
    return false;
  }
  const Call& ready_call(const State& state) const {
    return trace_->calls[trace_->tensors[state.frames.back().target].call];
  }

  // Evicts one storage of the policy's choice. REQUIRES: the pool is not empty.
  void evict_chosen(Progress& run) { evict_victim(run, choose(run)); }
  // The two halves of that: what the policy chooses, going by one column of access times, and
  // evicting it.
  StorageId choose(Progress& run, std::size_t column = 0);
  void evict_victim(Progress& run, StorageId victim) { evict(run, victim); }
  // Whether a choice now is taken on a sum that differs from a fresh walk of the definition.
  bool choice_drifts(const State& state);

  // Computes the ready call. Throws InputError if the clock would pass 2^62 ns.
  void compute(Progress& run);

  // The accesses of the run so far, as the reference counts them. Fewer, if they are not counted.
  std::uint64_t accesses(const Progress& run);

  bool exceeds_limit(const Tally& tally) const { return tally.remat_compute > remat_limit_; }

  const Trace& trace() const { return *trace_; }
  const Position& position() const { return position_; }
  // What walks over evicted neighbourhoods go by.
  RegionWalk::Scene scene(const State& state) const {
    return {*trace_, position_, state.material, parts_.reads.outputs ? none_pinned_ : state.pinned};
  }

 private:
  void choose_parts(const SimulatorOptions& options);
  void find_forgettable();

  StorageId storage_of(TensorId tensor) const { return trace_->tensors[tensor].storage; }
  // The tensor's arguments; under banishing what is left of them. Valid until the next call.
  std::span<const TensorId> parents(const State& state, TensorId tensor);

  void demand(Progress& run, TensorId tensor, bool rematerialize);
  void touch(State& state, StorageId storage) const {
    const Nanos now = planted(Fault::times_are_odd) ? (state.clock - 1) | 1 : state.clock;
    state.accesses.touch(storage, now);
  }
  void lock(State& state, StorageId storage) const;
  void unlock(State& state, StorageId storage) const;
  void offer(State& state, StorageId storage) const;
  void pin(State& state, StorageId storage) const;
  void evict(Progress& run, StorageId storage);
  void join_evicted_neighbors(Progress& run, StorageId storage) const;
  void allocate_outputs(Progress& run, const Call& call, TensorId target);
  void maintain_computed(Progress& run, CallId id);
  void release_arguments(Progress& run, TensorId target);
  void finish_frame(Progress& run);

  // RuntimeV1 (banishing.cc).
  void register_dependents(State& state, const Call& call) const;
  void register_evicted(State& state, StorageId storage);
  void release_arguments_banishing(Progress& run, TensorId target);
  void try_banish(Progress& run, StorageId storage);

  const Trace* trace_ = nullptr;
  const Runtime* runtime_ = nullptr;
  const Policy* policy_ = nullptr;
  Nanos remat_limit_ = 0;
  Nanos latest_clock_ = 0;
  State::Parts parts_;
  std::size_t columns_ = 0;
  Nanos first_clock_ = 0;
  // By storage: its access time is not read while it is evicted, and set when it comes back.
  std::vector<std::uint8_t> forgettable_;
  std::vector<std::uint8_t> retained_;  // by storage
  Position position_;
  std::size_t step_ = 0;

  // Scratch.
  PolicyView::Scratch view_scratch_;
  Regions::Scratch region_scratch_;
  RegionAccesses region_accesses_;
  Flags none_pinned_;
  std::vector<StorageId> became_material_;
  std::vector<TensorId> computed_;  // outputs that were undefined before
  std::vector<TensorId> parents_;
};

}  // namespace rematfuzz
