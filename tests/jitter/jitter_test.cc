// Varied costs, and runs with them.
#include "sim/jitter/jitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/run/baseline.h"
#include "sim/trace/digest.h"
#include "sim/trace/trace_builder.h"
#include "tests/run/simulate.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;

constexpr Noise all{Noise::whole};

// Independent calls of these costs.
Trace calls_of(const std::vector<Nanos>& costs) {
  TestTrace t;
  for (std::size_t i = 0; i < costs.size(); ++i)
    t.call({}, {{"x" + std::to_string(i), 1}}, costs[i]);
  return t.build();
}

std::vector<Nanos> costs_of(const Trace& trace) {
  std::vector<Nanos> costs;
  costs.reserve(trace.calls.size());
  for (const Call& call : trace.calls) costs.push_back(call.cost);
  return costs;
}

// Passes at 7 bytes, runs out of memory at 8, if the costs are as 1 : 3 : 3 : 1.
Trace hole(const std::vector<Nanos>& costs) {
  TestTrace t;
  t.call({}, {{"a", 3}}, costs[0]);
  t.call({"a"}, {{"b", 2}}, costs[1]);
  t.call({}, {{"c", 3}}, costs[2]);
  t.call({"a"}, {{"d", 2}}, costs[3]);
  t.release("a");
  return t.build();
}
const std::vector<Nanos> hole_costs{1000, 3000, 3000, 1000};

Setting dtr_at(Bytes budget, Nanos limit = std::numeric_limits<Nanos>::max()) {
  return {.runtime = "RuntimeV2EagerOptimized",
          .policy = "DTR",
          .budget = budget,
          .remat_limit = limit};
}

JitterSubject dtr_on(const Trace& trace, Bytes budget = unlimited,
                     std::optional<double> overhead_limit = {}) {
  const PolicyEntry& policy = find_policy("DTR");
  return {.trace = trace,
          .runtime = find_runtime("RuntimeV2EagerOptimized"),
          .policy_name = policy.name,
          .policy = *policy.policy,
          .options = {.budget = budget},
          .overhead_limit = overhead_limit};
}

// From the generator's and the factor's definition, by another program.
TEST(JitteredCosts, AreTheSameOnEveryMachine) {
  EXPECT_THAT(jittered_costs(hole(hole_costs), Noise::percent(5), 0),
              ElementsAre(1038, 2979, 2858, 1047));
  EXPECT_THAT(jittered_costs(calls_of({1'000'000'000'000'000, 700'000'000'000'000'000, 1}), all, 1),
              ElementsAre(1'133'123'150'345'000, 1'044'094'460'168'200'000, 2));
}

TEST(JitteredCosts, NoNoiseChangesNothing) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Trace trace = random_trace(seed, 60);
    EXPECT_EQ(jittered_costs(trace, Noise::percent(0), seed), costs_of(trace));
  }
}

TEST(JitteredCosts, FollowFromTheSeed) {
  const Trace trace = calls_of(std::vector<Nanos>(20, 1'000'000));
  const auto costs = [&](std::uint64_t seed) {
    return jittered_costs(trace, Noise::percent(5), seed);
  };
  EXPECT_EQ(costs(1), costs(1));
  EXPECT_NE(costs(1), costs(2));
}

TEST(JitteredCosts, StayWithinTheNoiseAndReachAllOfItEvenly) {
  constexpr int calls = 50'000;
  const Trace trace = calls_of(std::vector<Nanos>(calls, 1000));
  std::vector<Nanos> costs = jittered_costs(trace, Noise::percent(5), 3);
  EXPECT_THAT(costs, Each(AllOf(Ge(950), Le(1050))));
  std::array<int, 5> fifths = {};
  for (const Nanos cost : costs)
    if (cost != 1050) ++fifths[static_cast<std::size_t>((cost - 950) / 20)];
  for (const int count : fifths) EXPECT_NEAR(count, 0.2 * calls, 0.01 * calls);
  std::ranges::sort(costs);
  EXPECT_EQ(costs.front(), 950);
  EXPECT_EQ(costs.back(), 1050);
}

TEST(JitteredCosts, AreRoundedToTheNearest) {
  const Trace ones = calls_of(std::vector<Nanos>(1000, 1));
  EXPECT_THAT(jittered_costs(ones, Noise::percent(49), 1), Each(1));
  const std::vector<Nanos> costs = jittered_costs(ones, all, 1);
  EXPECT_EQ(std::set<Nanos>(costs.begin(), costs.end()), (std::set<Nanos>{0, 1, 2}));
  EXPECT_NEAR(static_cast<double>(std::ranges::count(costs, 1)), 500, 50);
}

TEST(JitteredCosts, OfNothingAreNothing) {
  TestTrace t;
  t.constant("x", 4).call({"x"}, {{"a", 2}}, 0).call({"a"}, {{"b", 2}}, 1000);
  const std::vector<Nanos> costs = jittered_costs(t.build(), all, 5);
  EXPECT_EQ(costs[0], 0);
  EXPECT_EQ(costs[1], 0);
  EXPECT_NE(costs[2], 1000);
}

TEST(JitteredCosts, MustNotPassWhatATraceMayHave) {
  const Trace trace = calls_of({largest_total});
  const std::uint64_t before = digest(trace);
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Trace jittered = trace;
    try {
      jitter_costs(jittered, Noise::percent(5), seed);
      EXPECT_LE(jittered.calls[0].cost, largest_total);
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), "with this noise the sum of all TIMEs passes 2^60");
      EXPECT_EQ(digest(jittered), before);
      ++refused;
    }
  }
  EXPECT_NEAR(refused, 10, 5);
}

// Nothing that a run reads was made from the old costs.
TEST(JitterCosts, MakesTheTraceThatItsCostsMake) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Trace jittered = hole(hole_costs);
    jitter_costs(jittered, all, seed);
    EXPECT_EQ(costs_of(jittered), jittered_costs(hole(hole_costs), all, seed));
    const Trace built = hole(costs_of(jittered));
    EXPECT_EQ(digest(jittered), digest(built));
    for (Bytes budget = 4; budget < 12; ++budget)
      EXPECT_EQ(simulate(jittered, dtr_at(budget)), simulate(built, dtr_at(budget)));
  }
}

TEST(SampleSeed, IsOneOfItsOwn) {
  EXPECT_EQ(sample_seed(7, 3), 17670481865470212032U);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t sample = 0; sample < 100; ++sample) seeds.insert(sample_seed(seed, sample));
  EXPECT_EQ(seeds.size(), 2000U);
}

TEST(RunSample, IsARunOfTheJitteredTrace) {
  const Trace trace = hole(hole_costs);
  std::set<Outcome> seen;
  for (std::uint64_t sample = 0; sample < 20; ++sample) {
    Trace jittered = trace;
    jitter_costs(jittered, Noise::percent(5), sample_seed(9, sample));
    const Baseline baseline = compute_baseline(jittered);
    for (const Bytes budget : {7, 8}) {
      const RunResult run = simulate(jittered, dtr_at(budget));
      const JitterSample got = run_sample(dtr_on(trace, budget), Noise::percent(5), 9, sample);
      EXPECT_EQ(got.result, run.result);
      EXPECT_EQ(got.clock, run.clock);
      EXPECT_EQ(got.baseline_compute, baseline.model_compute);
      const bool passed = run.result == Outcome::pass;
      EXPECT_EQ(got.overhead, passed ? overhead_of(baseline, run.clock) : 0);
      seen.insert(run.result);
    }
  }
  EXPECT_EQ(seen.size(), 2U);  // or this would have tested half of it
}

TEST(RunSample, AnOverheadLimitIsRelativeToItsOwnCosts) {
  const Trace trace = hole(hole_costs);
  const double limit = 2;
  std::set<Outcome> seen;
  for (std::uint64_t sample = 0; sample < 100; ++sample) {
    Trace jittered = trace;
    jitter_costs(jittered, Noise::percent(60), sample_seed(0, sample));
    const Nanos most = remat_limit(compute_baseline(jittered), limit);
    const JitterSample got = run_sample(dtr_on(trace, 7, limit), Noise::percent(60), 0, sample);
    EXPECT_EQ(got.result, simulate(jittered, dtr_at(7, most)).result);
    seen.insert(got.result);
  }
  EXPECT_TRUE(seen.contains(Outcome::pass));
  EXPECT_TRUE(seen.contains(Outcome::thrash));
}

TEST(Survivals, AreAllWithoutNoise) {
  const Trace trace = hole(hole_costs);
  ASSERT_EQ(simulate(trace, dtr_at(7)).result, Outcome::pass);
  ASSERT_EQ(simulate(trace, dtr_at(8)).result, Outcome::oom);
  EXPECT_EQ(survivals(dtr_on(trace), 7, 8, Noise::percent(0), 10, 0), 10U);
  EXPECT_EQ(survivals(dtr_on(trace), 7, 10, Noise::percent(0), 10, 0), 0U);  // 10 passes
  EXPECT_EQ(survivals(dtr_on(trace), 6, 8, Noise::percent(0), 10, 0), 0U);   // 6 fails
  EXPECT_EQ(survivals(dtr_on(trace), 7, 8, Noise::percent(0), 0, 0), 0U);
}

TEST(Survivals, CountTheSamplesWithBothResults) {
  const Trace trace = hole(hole_costs);
  for (const int percent : {1, 5, 50, 100}) {
    std::size_t expected = 0;
    for (std::uint64_t sample = 0; sample < 200; ++sample) {
      Trace jittered = trace;
      jitter_costs(jittered, Noise::percent(percent), sample_seed(4, sample));
      if (simulate(jittered, dtr_at(7)).result == Outcome::pass &&
          simulate(jittered, dtr_at(8)).result == Outcome::oom)
        ++expected;
    }
    EXPECT_EQ(survivals(dtr_on(trace), 7, 8, Noise::percent(percent), 200, 4), expected);
    EXPECT_GT(expected, 0U);
    EXPECT_LT(expected, 200U);
  }
}

}  // namespace
}  // namespace rematfuzz::testing
