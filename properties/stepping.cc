#include "properties/stepping.h"

#include <fmt/format.h>

namespace rematfuzz::properties {

std::string text(Moment moment, std::size_t step) {
  switch (moment) {
    case Moment::evicted:
      return fmt::format("after an eviction in step {}", step);
    case Moment::ready:
      return fmt::format("before a computation in step {}", step);
    case Moment::computed:
      return fmt::format("after a computation in step {}", step);
    case Moment::step_done:
      return fmt::format("after step {}", step);
  }
  return "";
}

namespace {

// What is left of the step that was entered.
Outcome finish_step(Simulator& simulator, Progress& run, Bytes budget, const Look& look) {
  while (simulator.advance(run)) {
    while (!simulator.fits(run, budget)) {
      if (run.state.pool.empty()) return Outcome::oom;
      simulator.evict_chosen(run);
      look(simulator, run, Moment::evicted);
    }
    look(simulator, run, Moment::ready);
    simulator.compute(run);
    if (simulator.exceeds_limit(run.tally)) return Outcome::thrash;
    look(simulator, run, Moment::computed);
  }
  simulator.leave_step(run);
  look(simulator, run, Moment::step_done);
  simulator.end_step();
  return Outcome::pass;
}

}  // namespace

Outcome go_on(Simulator& simulator, Progress& run, Bytes budget, const Look& look) {
  Outcome outcome = Outcome::pass;
  while (!simulator.at_end() && outcome == Outcome::pass) {
    simulator.begin_step();
    simulator.enter_step(run);
    outcome = finish_step(simulator, run, budget, look);
  }
  return outcome;
}

Outcome go_on_from(Simulator& simulator, Progress& run, Moment moment, Bytes budget) {
  const Look look = [](Simulator&, Progress&, Moment) {};
  if (moment == Moment::step_done) {
    simulator.end_step();
  } else {
    const Outcome outcome = finish_step(simulator, run, budget, look);
    if (outcome != Outcome::pass) return outcome;
  }
  return go_on(simulator, run, budget, look);
}

RunResult run_looking(const Case& of, const Look& look) {
  Simulator simulator(of.trace, *of.runtime, *of.policy->policy, of.options.simulator);
  Progress run = simulator.start(of.options.seed);
  const Outcome outcome = go_on(simulator, run, of.options.budget, look);
  return make_result(simulator, outcome, run);
}

}  // namespace rematfuzz::properties
