// A run depends on what it is asked, and on nothing that was before.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/stepping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

RunResult run_by(Simulator& simulator, const Case& of, Bytes budget) {
  simulator.restart(of.trace, *of.runtime, *of.policy->policy, of.options.simulator);
  Progress run = simulator.start(of.options.seed);
  const Outcome outcome = go_on(simulator, run, budget, [](Simulator&, Progress&, Moment) {});
  return make_result(simulator, outcome, run);
}

}  // namespace

void check_runs_repeat(fuzz::ChoiceSource& choices, Account& account) {
  Case drawn = draw_case(choices, account);
  RunResult expected = run(drawn);
  expect_same_run(expected, run(drawn), "again");
  Simulator simulator;
  run_by(simulator, drawn, drawn.options.budget / 2);
  expect_same_run(expected, run_by(simulator, drawn, drawn.options.budget),
                  "by a simulator that was used before");
  drawn.options.simulator.sums = SumSource::regions;
  expect_same_run(expected, run(drawn), "from maintained regions");
  drawn.options.simulator.sums = SumSource::sums;
  const RunResult lean = run(drawn);
  expected.heuristic_accesses = lean.heuristic_accesses;  // not counted
  expect_same_run(expected, lean, "without counting accesses");
}

}  // namespace rematfuzz::properties
