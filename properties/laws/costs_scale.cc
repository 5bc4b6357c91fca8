// Nanoseconds or microseconds: the same decisions.
#include <limits>

#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/scaling.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

// It holds for every policy of the table: the clock starts at 1 and access times are read from it,
// so that differences of times scale, and nothing but such differences, their order and sums of
// costs is read.
void check_costs_scale(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  const std::int64_t factor = draw_factor(choices, drawn);
  account.text += fmt::format("all costs and the overhead limit times {}\n", factor);
  RunResult expected = run(drawn);
  expected.clock = 1 + (expected.clock - 1) * factor;
  expected.model_compute *= factor;
  expected.remat_compute *= factor;
  RunOptions options = drawn.options;
  if (options.simulator.remat_limit < std::numeric_limits<Nanos>::max())
    options.simulator.remat_limit *= factor;
  expect_same_run(expected, run_instead(drawn, scaled_trace(drawn.program, 1, factor), options),
                  "scaled");
}

}  // namespace rematfuzz::properties
