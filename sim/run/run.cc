#include "sim/run/run.h"

#include "sim/base/fault.h"

namespace rematfuzz {

namespace {

Bytes budget_of(const RunOptions& options) {
  if (planted(Fault::budget_gives_a_byte) && options.budget < unlimited) return options.budget + 1;
  if (planted(Fault::budget_must_exceed)) return options.budget - 1;
  if (planted(Fault::budgets_are_even)) return options.budget / 2 * 2;
  return options.budget;
}

// The work of the current step, at one budget.
Outcome run_step(Simulator& simulator, Progress& run, const RunOptions& options) {
  const Bytes budget = budget_of(options);
  simulator.begin_step();
  simulator.enter_step(run);
  while (simulator.advance(run)) {
    while (!simulator.fits(run, budget)) {
      if (run.state.pool.empty()) return Outcome::oom;
      if (options.count_drift && simulator.choice_drifts(run.state)) ++run.tally.drift_decisions;
      simulator.evict_chosen(run);
    }
    simulator.compute(run);
    if (simulator.exceeds_limit(run.tally)) return Outcome::thrash;
  }
  simulator.leave_step(run);
  simulator.end_step();
  return Outcome::pass;
}

}  // namespace

RunResult run_trace(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                    const Policy& policy, const RunOptions& options) {
  require_supported(runtime, policy_name, policy);
  Simulator simulator(trace, runtime, policy, options.simulator);
  Progress run = simulator.start(options.seed);
  Outcome outcome = Outcome::pass;
  while (!simulator.at_end() && outcome == Outcome::pass) {
    if (options.on_step) options.on_step(simulator.step());
    outcome = run_step(simulator, run, options);
  }
  return make_result(simulator, outcome, run);
}

RunResult make_result(Simulator& simulator, Outcome outcome, const Progress& progress) {
  const Tally& tally = progress.tally;
  RunResult result;
  result.result = outcome;
  result.clock = progress.state.clock;
  result.model_compute = tally.model_compute;
  result.remat_compute = tally.remat_compute;
  result.peak_memory = tally.peak_memory;
  result.bottleneck_memory = tally.bottleneck_memory;
  result.constant_memory = tally.constant_memory;
  result.heuristic_evals = tally.evaluations;
  result.heuristic_accesses = simulator.accesses(progress);
  result.smallest_refused = tally.smallest_refused;
  result.drift_decisions = tally.drift_decisions;
  result.evictions = tally.evictions.size();
  result.evicted_storages = tally.evicted_storages;
  result.eviction_sequence.reserve(tally.evictions.size());
  for (const StorageId storage : tally.evictions)
    result.eviction_sequence.push_back(simulator.trace().storages[storage].root);
  return result;
}

}  // namespace rematfuzz
