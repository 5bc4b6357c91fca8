// Runs with lazily computed sums, shortlists and remembered walks are the runs with regions that
// are maintained as the reference maintains them, to the last eviction and evaluation; and to the
// last access, where these are counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/state/region_sums.h"
#include "tests/slow_build.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

RunResult run_with(const Trace& trace, const Runtime& runtime, const PolicyEntry& policy,
                   Bytes budget, SumSource sums) {
  RunOptions options;
  options.budget = budget;
  options.seed = 1;
  options.count_drift = true;
  options.simulator.sums = sums;
  // Some runs rematerialize without end.
  options.simulator.remat_limit = remat_limit(compute_baseline(trace), 30);
  return run_trace(trace, runtime, policy.name, *policy.policy, options);
}

TEST(LeanRun, IsTheRunWithRegions) {
  std::size_t chosen = 0;
  for (std::uint64_t seed = 0; seed < 30; seed += slow_build ? 4 : 1) {
    const Trace trace = random_trace(seed, 30 + 10 * seed, Views::of_the_only_argument);
    ASSERT_TRUE(RegionSums::serves(trace));
    const Bytes peak = compute_baseline(trace).peak_memory;
    for (const PolicyEntry& policy : policy_table()) {
      if (policy.policy->structure() != Structure::regions) continue;
      for (const Runtime& runtime : runtime_table()) {
        if (!serves(runtime, *policy.policy)) continue;
        for (const Bytes budget : {peak * 9 / 10, peak * 7 / 10, peak / 2}) {
          SCOPED_TRACE(
              fmt::format("trace {}, {} on {} at {}", seed, policy.name, runtime.name, budget));
          const RunResult regions = run_with(trace, runtime, policy, budget, SumSource::regions);
          ASSERT_EQ(run_with(trace, runtime, policy, budget, SumSource::counted), regions);
          RunResult lean = run_with(trace, runtime, policy, budget, SumSource::sums);
          lean.heuristic_accesses = regions.heuristic_accesses;
          ASSERT_EQ(lean, regions);
          chosen += lean.evictions;
        }
      }
    }
  }
  EXPECT_GT(chosen, 10'000U);
}

}  // namespace
}  // namespace rematfuzz::testing
