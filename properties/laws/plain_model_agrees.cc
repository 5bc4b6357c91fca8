// The simulator against the specification, plainly transcribed.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/model/as_result.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_plain_model_agrees(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account, {.randomized = false});
  const model::Answer answer =
      model::run(drawn.trace, {.runtime = std::string(drawn.runtime->name),
                               .policy = std::string(drawn.policy->name),
                               .budget = drawn.options.budget,
                               .remat_limit = drawn.options.simulator.remat_limit});
  const RunResult got = run(drawn);
  RunResult expected = model::as_result(answer);
  // Of classes the reference's own count varies, so the specification has none.
  if (drawn.policy->policy->structure() == Structure::classes)
    expected.heuristic_accesses = got.heuristic_accesses;
  expect_same_run(expected, got, "by the simulator");
}

}  // namespace rematfuzz::properties
