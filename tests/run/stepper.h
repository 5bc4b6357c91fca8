// A run that a test can stop at any step of the program, to look at its state.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sim/run/simulator.h"
#include "tests/run/simulate.h"

namespace rematfuzz::testing {

class Stepper {
 public:
  Stepper(const Trace& trace, const Setting& setting)
      : trace_(trace),
        budget_(setting.budget),
        simulator_(trace, find_runtime(setting.runtime), *find_policy(setting.policy).policy,
                   simulator_options(trace, setting)),
        run_(simulator_.start(setting.seed)) {}

  // Runs steps of the program until the call that computes `label` is through.
  Stepper& after(const std::string& label) {
    const CallId call = trace_.tensors.at(tensor_of(trace_, label)).call;
    while (outcome_ == Outcome::pass && simulator_.position().created() <= call) step();
    return *this;
  }
  // One step more.
  Stepper& step() {
    simulator_.begin_step();
    simulator_.enter_step(run_);
    while (simulator_.advance(run_)) {
      while (!simulator_.fits(run_, budget_)) {
        if (run_.state.pool.empty()) {
          outcome_ = Outcome::oom;
          return *this;
        }
        simulator_.evict_chosen(run_);
      }
      simulator_.compute(run_);
      if (simulator_.exceeds_limit(run_.tally)) {
        outcome_ = Outcome::thrash;
        return *this;
      }
    }
    simulator_.leave_step(run_);
    simulator_.end_step();
    return *this;
  }
  Stepper& finish() {
    while (outcome_ == Outcome::pass && !simulator_.at_end()) step();
    return *this;
  }

  const State& state() const { return run_.state; }
  const Tally& tally() const { return run_.tally; }
  const Simulator& simulator() const { return simulator_; }
  Outcome outcome() const { return outcome_; }
  RunResult result() const {
    Simulator simulator = simulator_;  // counting needs its scratch memory
    return make_result(simulator, outcome_, run_);
  }

  // Labels of the pool's storages, the one to go first in front.
  std::string pool() const { return labels_of(trace_, run_.state.pool.members()); }
  std::string evicted() const { return labels_of(trace_, run_.tally.evictions); }
  bool material(const std::string& label) const {
    return run_.state.material[storage_of(trace_, label)];
  }
  bool defined(const std::string& label) const {
    return run_.state.defined[tensor_of(trace_, label)];
  }
  bool pinned(const std::string& label) const {
    return run_.state.pinned[storage_of(trace_, label)];
  }
  std::uint32_t locks(const std::string& label) const {
    return run_.state.locks.at(storage_of(trace_, label));
  }
  Nanos last_access(const std::string& label) const {
    return run_.state.accesses.at(0, storage_of(trace_, label));
  }

 private:
  const Trace& trace_;
  Bytes budget_;
  Simulator simulator_;
  Progress run_;
  Outcome outcome_ = Outcome::pass;
};

}  // namespace rematfuzz::testing
