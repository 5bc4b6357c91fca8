// Time passes by computing, and by nothing else.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/stepping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_clock_is_cost(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  Nanos costs = 0;
  const RunResult result =
      run_looking(drawn, [&](Simulator& simulator, Progress& run, Moment moment) {
        if (moment == Moment::ready) costs += simulator.ready_call(run.state).cost;
        if (moment == Moment::computed)
          expect_equal("clock", text(moment, simulator.step()), 1 + costs, run.state.clock);
      });
  expect_equal("clock", "at the end", 1 + costs, result.clock);
  expect_equal("model_compute + remat_compute", "at the end", costs,
               result.model_compute + result.remat_compute);
  if (result.result == Outcome::pass)
    expect_equal("model_compute", "at the end", drawn.baseline.model_compute, result.model_compute);
}

}  // namespace rematfuzz::properties
