// Runs with lazily computed sums, shortlists and remembered walks are the runs that the reference
// records are about, to the last eviction and evaluation; only accesses are not counted.
#include <gtest/gtest.h>

#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
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
  RunResult result = run_trace(trace, runtime, policy.name, *policy.policy, options);
  result.heuristic_accesses = 0;
  return result;
}

TEST(LeanRun, IsTheOrdinaryRun) {
  std::size_t chosen = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Trace trace = random_trace(seed, 30 + 10 * seed);
    const Bytes peak = compute_baseline(trace).peak_memory;
    for (const PolicyEntry& policy : policy_table()) {
      if (policy.policy->structure() != Structure::regions) continue;
      for (const Runtime& runtime : runtime_table()) {
        if (!serves(runtime, *policy.policy)) continue;
        for (const Bytes budget : {peak * 9 / 10, peak * 7 / 10, peak / 2}) {
          const RunResult ordinary = run_with(trace, runtime, policy, budget, SumSource::regions);
          const RunResult lean = run_with(trace, runtime, policy, budget, SumSource::sums);
          ASSERT_EQ(ordinary, lean) << "trace " << seed << " " << policy.name << " on "
                                    << runtime.name << " at " << budget;
          chosen += lean.evictions;
        }
      }
    }
  }
  EXPECT_GT(chosen, 10'000U);
}

}  // namespace
}  // namespace rematfuzz::testing
