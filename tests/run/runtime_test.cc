// The runtimes by name, and what they serve.
#include "sim/run/runtime.h"

#include <gtest/gtest.h>

#include <string>

#include "sim/base/error.h"
#include "sim/run/baseline.h"
#include "tests/error_of.h"
#include "tests/run/simulate.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

TEST(Runtime, IsFoundByName) {
  for (const Runtime& runtime : runtime_table())
    EXPECT_EQ(&find_runtime(runtime.name), &runtime) << runtime.name;
  EXPECT_EQ(runtime_table().size(), 5U);
}

TEST(Runtime, OfAnUnknownNameIsAnErrorThatListsThem) {
  EXPECT_EQ(error_of([] { find_runtime("V2"); }),
            "unknown runtime 'V2'; known: RuntimeV1, RuntimeV2, RuntimeV2Eager, "
            "RuntimeV2Optimized, RuntimeV2EagerOptimized");
}

TEST(Runtime, ServesWhatItMaintains) {
  for (const Runtime& runtime : runtime_table())
    for (const PolicyEntry& entry : policy_table()) {
      const bool served =
          runtime.name.ends_with("Optimized") || entry.policy->structure() == Structure::none;
      const std::string error =
          error_of([&] { require_supported(runtime, entry.name, *entry.policy); });
      EXPECT_EQ(error == "accepted", served) << runtime.name << " " << entry.name << ": " << error;
    }
}

TEST(Runtime, SaysWhatItDoesNotMaintain) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 1).build();
  EXPECT_EQ(error_of([&] { simulate(trace, {.runtime = "RuntimeV1", .policy = "DTR"}); }),
            "DTR reads regions, which RuntimeV1 does not maintain; use RuntimeV2Optimized or "
            "RuntimeV2EagerOptimized");
  EXPECT_EQ(error_of([&] { simulate(trace, {.runtime = "RuntimeV2Eager", .policy = "AbEq"}); }),
            "AbEq reads equivalence classes, which RuntimeV2Eager does not maintain; use "
            "RuntimeV2Optimized or RuntimeV2EagerOptimized");
}

// Maintaining changes nothing for a policy that reads nothing of it, the counts included.
TEST(Runtime, OptimizedOnesRunOtherPoliciesAsThePlainOnesDo) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Trace trace = random_trace(seed, 25);
    const Bytes budget = budget_of_ratio(compute_baseline(trace), 0.6);
    for (const PolicyEntry& entry : policy_table()) {
      if (entry.policy->structure() != Structure::none) continue;
      for (const std::string plain : {"RuntimeV2", "RuntimeV2Eager"}) {
        Setting setting{.policy = std::string(entry.name), .budget = budget, .seed = seed};
        setting.runtime = plain;
        const RunResult expected = simulate(trace, setting);
        setting.runtime = plain + "Optimized";
        EXPECT_EQ(simulate(trace, setting), expected) << entry.name << " trace " << seed;
      }
    }
  }
}

TEST(Seed, DecidesARandomizedRunAndNothingElseDoes) {
  const Trace trace = random_trace(0, 40);
  const Bytes budget = budget_of_ratio(compute_baseline(trace), 0.8);
  const auto run = [&](std::uint64_t seed) {
    return simulate(trace, {.policy = "RandomStorage", .budget = budget, .seed = seed});
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1).eviction_sequence, run(2).eviction_sequence);
}

TEST(Seed, IsIgnoredByTheOtherPolicies) {
  const Trace trace = random_trace(0, 40);
  const Bytes budget = budget_of_ratio(compute_baseline(trace), 0.8);
  EXPECT_EQ(simulate(trace, {.budget = budget, .seed = 1}),
            simulate(trace, {.budget = budget, .seed = 2}));
}

// What the randomized policy evicts in one run counts one evaluation each.
TEST(Seed, OneEvaluationAChoice) {
  const Trace trace = random_trace(0, 40);
  const Bytes budget = budget_of_ratio(compute_baseline(trace), 0.8);
  const RunResult result = simulate(trace, {.policy = "RandomStorage", .budget = budget});
  EXPECT_GT(result.evictions, 0U);
  EXPECT_EQ(result.heuristic_evals, result.evictions);
}

}  // namespace
}  // namespace rematfuzz::testing
