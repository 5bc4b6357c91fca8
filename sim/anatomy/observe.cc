#include "sim/anatomy/observe.h"

namespace rematfuzz {

namespace {

class ObservedRun {
 public:
  ObservedRun(const Subject& subject, const RunOptions& options, Observer& observer)
      : subject_(subject),
        budget_(options.budget),
        simulator_(subject.trace, subject.runtime, subject.policy, options.simulator),
        run_(simulator_.start(options.seed)),
        observer_(observer) {}

  bool at_end() const { return simulator_.at_end(); }
  std::size_t step() const { return simulator_.step(); }

  // The work of the current step; anything but a pass ends the run.
  Outcome take_step() {
    simulator_.begin_step();
    simulator_.enter_step(run_);
    tell_evictions(subject_.runtime.banishes ? EvictionCause::banishment : EvictionCause::release);
    while (simulator_.advance(run_)) {
      observer_.on_ready(now());
      if (!make_room()) return Outcome::oom;
      if (observer_.enough()) return Outcome::pass;
      observer_.on_compute(now());
      simulator_.compute(run_);
      tell_evictions(EvictionCause::banishment);
      if (simulator_.exceeds_limit(run_.tally)) return Outcome::thrash;
    }
    simulator_.leave_step(run_);
    simulator_.end_step();
    return Outcome::pass;
  }

  RunResult result(Outcome outcome) { return make_result(simulator_, outcome, run_); }

 private:
  Moment now() const { return {subject_, simulator_, run_, budget_}; }

  // False: oom.
  bool make_room() {
    while (!observer_.enough()) {
      observer_.on_compare(now());
      if (simulator_.fits(run_, budget_)) break;
      if (run_.state.pool.empty()) {
        observer_.on_fail(now());
        return false;
      }
      observer_.on_choose(now());
      simulator_.evict_chosen(run_);
      tell_evictions(EvictionCause::choice);
    }
    return true;
  }

  void tell_evictions(EvictionCause cause) {
    for (; told_ < run_.tally.evictions.size(); ++told_)
      observer_.on_evict(now(), run_.tally.evictions[told_], cause);
  }

  const Subject& subject_;
  Bytes budget_;
  Simulator simulator_;
  Progress run_;
  Observer& observer_;
  std::size_t told_ = 0;  // of the evictions
};

}  // namespace

RunResult observe_run(const Subject& subject, const RunOptions& options, Observer& observer) {
  require_supported(subject.runtime, subject.policy_name, subject.policy);
  ObservedRun run(subject, options, observer);
  Outcome outcome = Outcome::pass;
  while (!run.at_end() && outcome == Outcome::pass && !observer.enough()) {
    if (options.on_step) options.on_step(run.step());
    outcome = run.take_step();
  }
  return run.result(outcome);
}

}  // namespace rematfuzz
