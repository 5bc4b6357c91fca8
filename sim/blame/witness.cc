#include "sim/blame/witness.h"

#include "sim/run/simulator.h"

namespace rematfuzz {

namespace {

class Observed {
 public:
  Observed(const Trace& trace, const Runtime& runtime, const Policy& policy,
           const RunOptions& options)
      : budget_(options.budget),
        simulator_(trace, runtime, policy, options.simulator),
        run_(simulator_.start(options.seed)) {}

  Witness finish() {
    while (!simulator_.at_end() && outcome_ == Outcome::pass) step();
    witness_.steps = simulator_.step();
    witness_.result = make_result(simulator_.trace(), outcome_, run_);
    return std::move(witness_);
  }

 private:
  void step() {
    simulator_.begin_step();
    simulator_.enter_step(run_);
    while (simulator_.advance(run_)) {
      if (!make_room()) return stop(Outcome::oom);
      simulator_.compute(run_);
      if (simulator_.exceeds_limit(run_.tally)) return stop(Outcome::thrash);
    }
    simulator_.leave_step(run_);
    simulator_.end_step();
  }

  // Whether the ready call fits, once the policy had its way.
  bool make_room() {
    while (!simulator_.fits(run_, budget_)) {
      const Shortage shortage = current_shortage();
      if (run_.state.pool.empty()) {
        witness_.stopped_by = shortage;
        return false;
      }
      const std::uint64_t index = run_.tally.evictions.size();
      simulator_.evict_chosen(run_);
      witness_.chosen.push_back(
          {.storage = run_.tally.evictions.back(), .index = index, .shortage = shortage});
    }
    return true;
  }

  Shortage current_shortage() const {
    const State& state = run_.state;
    return {.target = state.frames.back().target,
            .memory = state.memory,
            .need = simulator_.ready_call(state).need,
            .missing = simulator_.request(state) - budget_};
  }

  void stop(Outcome outcome) { outcome_ = outcome; }

  Bytes budget_;
  Simulator simulator_;
  Progress run_;
  Outcome outcome_ = Outcome::pass;
  Witness witness_;
};

}  // namespace

Witness witness_run(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                    const Policy& policy, const RunOptions& options) {
  require_supported(runtime, policy_name, policy);
  return Observed(trace, runtime, policy, options).finish();
}

}  // namespace rematfuzz
