// A run stopped wherever it has something to decide: a call is ready, and either something must be
// evicted for it, or it is computed. Copies of it go on by themselves.
#pragma once

#include "sim/run/simulator.h"
#include "tests/run/simulate.h"

namespace rematfuzz::testing {

class Fork {
 public:
  // At the first decision of the run.
  Fork(const Trace& trace, const Runtime& runtime, const Policy& policy, Bytes budget,
       std::uint64_t seed = 0)
      : budget_(budget), simulator_(trace, runtime, policy), run_(simulator_.start(seed)) {
    simulator_.begin_step();
    simulator_.enter_step(run_);
    find_next();
  }

  bool done() const { return done_; }

  // Takes the decision, and goes on to the next one.
  void act() {
    if (!simulator_.fits(run_, budget_)) {
      if (run_.state.pool.empty())
        end(Outcome::oom);
      else
        simulator_.evict_chosen(run_);
      return;
    }
    simulator_.compute(run_);
    find_next();
  }

  RunResult finish() {
    while (!done()) act();
    return make_result(simulator_, outcome_, run_);
  }

  const State& state() const { return run_.state; }
  const Simulator& simulator() const { return simulator_; }
  void set_budget(Bytes budget) { budget_ = budget; }

 private:
  void find_next() {
    while (!simulator_.advance(run_)) {
      simulator_.leave_step(run_);
      simulator_.end_step();
      if (simulator_.at_end()) return end(Outcome::pass);
      simulator_.begin_step();
      simulator_.enter_step(run_);
    }
  }

  void end(Outcome outcome) {
    outcome_ = outcome;
    done_ = true;
  }

  Bytes budget_;
  Simulator simulator_;
  Progress run_;
  bool done_ = false;
  Outcome outcome_ = Outcome::pass;  // once done
};

}  // namespace rematfuzz::testing
