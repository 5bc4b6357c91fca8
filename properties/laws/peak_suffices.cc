// With as much memory as a run would like, nothing is evicted but what is released.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_peak_suffices(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account, {.overhead_limits = false});
  const RunResult with_all = run_at(drawn, unlimited);
  const RunResult at_peak = run_at(drawn, drawn.unlimited_peak);
  expect_equal("result", "at the peak", name_of(Outcome::pass), name_of(at_peak.result));
  expect_equal("heuristic_evals", "at the peak", std::uint64_t{0}, at_peak.heuristic_evals);
  expect_same_run(with_all, at_peak, "at the peak");
  std::uint64_t releases = 0;
  for (const Step& step : drawn.trace.steps) releases += step.kind == StepKind::release ? 1 : 0;
  expect_at_most("evictions", "at the peak", releases, at_peak.evictions);
  if (drawn.runtime->banishes)
    expect_equal("peak", "of RuntimeV1, as the baseline says", drawn.baseline.peak_memory,
                 at_peak.peak_memory);
}

}  // namespace rematfuzz::properties
