// Bytes or kilobytes: the same run.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/scaling.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_sizes_scale(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  const std::int64_t factor = draw_factor(choices, drawn);
  account.text += fmt::format("all sizes and the budget times {}\n", factor);
  RunResult expected = run(drawn);
  expected.peak_memory *= factor;
  expected.bottleneck_memory *= factor;
  expected.constant_memory *= factor;
  if (expected.smallest_refused < unlimited) expected.smallest_refused *= factor;
  RunOptions options = drawn.options;
  options.budget *= factor;
  expect_same_run(expected, run_instead(drawn, scaled_trace(drawn.program, factor, 1), options),
                  "scaled");
}

}  // namespace rematfuzz::properties
