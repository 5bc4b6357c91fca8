#include "sim/anatomy/anatomy.h"

namespace rematfuzz {

namespace {

class Explainer : public Observer {
 public:
  explicit Explainer(Explanation& explanation) : explanation_(explanation) {}

  void on_ready(const Moment& moment) override {
    if (explanation_.pressure.sample(moment)) explanation_.most_pinned = dissect(moment);
  }
  void on_fail(const Moment& moment) override { explanation_.failure = dissect(moment); }

 private:
  Explanation& explanation_;
};

}  // namespace

Anatomy dissect(const Moment& moment) {
  const Trace& trace = moment.subject.trace;
  const State& state = moment.state();
  return {.step = moment.simulator.step(),
          .output_condition = moment.simulator.step() >= trace.output_step,
          .memory = state.memory,
          .need = moment.call().need,
          .split = split_memory(trace, state),
          .chain = chain_of(trace, state),
          .kept_out = storages_kept(trace, state, Keeper::kept_out)};
}

Explanation explain_run(const Subject& subject, const RunOptions& options) {
  Explanation explanation;
  Explainer explainer(explanation);
  explanation.result = observe_run(subject, options, explainer);
  return explanation;
}

}  // namespace rematfuzz
