#include "sim/blame/witness.h"

#include "sim/anatomy/observe.h"

namespace rematfuzz {

namespace {

class Recorder : public Observer {
 public:
  explicit Recorder(Witness& witness) : witness_(witness) {}

  void on_ready(const Moment& moment) override { witness_.steps = moment.simulator.step(); }
  void on_choose(const Moment& moment) override { shortage_ = shortage_at(moment); }
  void on_evict(const Moment& moment, StorageId storage, EvictionCause cause) override {
    if (cause != EvictionCause::choice) return;
    witness_.chosen.push_back({.storage = storage,
                               .index = moment.run.tally.evictions.size() - 1,
                               .shortage = shortage_});
  }
  void on_fail(const Moment& moment) override { witness_.stopped_by = shortage_at(moment); }

 private:
  static Shortage shortage_at(const Moment& moment) {
    return {.target = moment.state().frames.back().target,
            .memory = moment.state().memory,
            .need = moment.call().need,
            .missing = moment.request() - moment.budget};
  }

  Witness& witness_;
  Shortage shortage_;  // of the choice that is under way
};

}  // namespace

Witness witness_run(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                    const Policy& policy, const RunOptions& options) {
  Witness witness;
  Recorder recorder(witness);
  witness.result = observe_run({trace, runtime, policy_name, policy}, options, recorder);
  // A run that stops, stops in the step in which something was ready last.
  if (witness.result.result == Outcome::pass) witness.steps = trace.steps.size();
  return witness;
}

}  // namespace rematfuzz
