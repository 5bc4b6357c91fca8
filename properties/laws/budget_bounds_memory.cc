// A run stays within its budget, and says between which budgets it is the same.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_budget_bounds_memory(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  const Bytes budget = drawn.options.budget;
  const RunResult result = run(drawn);
  expect_at_most("peak_memory", "", budget, result.peak_memory);
  expect(result.smallest_refused > budget, "smallest_refused", "",
         fmt::format("more than {}", budget), fmt::format("{}", result.smallest_refused));
  if (result.result == Outcome::oom)
    expect(result.smallest_refused < unlimited, "smallest_refused", "of a run that ran out",
           "a request", "unlimited");
  if (result.peak_memory < budget)
    expect_same_run(result, run_at(drawn, result.peak_memory), "at the peak as its budget");
  if (result.smallest_refused < unlimited)
    expect_same_run(result, run_at(drawn, result.smallest_refused - 1),
                    "one byte below the smallest refusal");
}

}  // namespace rematfuzz::properties
