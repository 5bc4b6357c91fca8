// The baseline, and what is relative to it: budgets of ratios, overhead limits, overheads.
#include "sim/run/baseline.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>

#include "sim/trace/log_reader.h"
#include "tests/run/stepper.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// Holds the computed baseline against RuntimeV1 at an unlimited budget.
void expect_simulated_baseline(const Trace& trace) {
  const Baseline baseline = compute_baseline(trace);
  const Stepper run = Stepper(trace, {.runtime = "RuntimeV1"}).finish();
  const RunResult result = run.result();
  EXPECT_EQ(result.result, Outcome::pass);
  const Baseline simulated{.peak_memory = result.peak_memory,
                           .model_compute = result.model_compute,
                           .constant_memory = result.constant_memory,
                           .bottleneck_memory = result.bottleneck_memory,
                           .ops = run.simulator().position().created(),
                           .tensors = trace.tensors.size(),
                           .storages = trace.storages.size()};
  EXPECT_TRUE(baseline == simulated)
      << "peak " << baseline.peak_memory << " model " << baseline.model_compute << " constant "
      << baseline.constant_memory << " bottleneck " << baseline.bottleneck_memory
      << "; simulated: " << ::testing::PrintToString(result);
  EXPECT_EQ(result.remat_compute, 0);
  EXPECT_EQ(result.heuristic_evals, 0U);
  std::uint64_t banished = 0;
  for (StorageId s = 0; s < trace.storages.size(); ++s)
    if (run.state().banishing.banished(s)) ++banished;
  EXPECT_EQ(result.evictions, banished);
}

TEST(Baseline, IsRuntimeV1WithoutALimit) {
  TestTrace t;
  t.constant("x", 3).call({"x"}, {{"a", 4}}, 5).release("x").call({"a"}, {{"b", 1}}, 6);
  const Trace trace = t.build();
  const Baseline baseline = compute_baseline(trace);
  EXPECT_EQ(baseline.peak_memory, 7);  // x and a; x is banished before b comes
  EXPECT_EQ(baseline.model_compute, 11);
  EXPECT_EQ(baseline.constant_memory, 3);
  EXPECT_EQ(baseline.bottleneck_memory, 7);
  EXPECT_EQ(baseline.ops, 3U);
  EXPECT_EQ(baseline.tensors, 3U);
  EXPECT_EQ(baseline.storages, 3U);
  expect_simulated_baseline(trace);
}

TEST(Baseline, IsRuntimeV1WithoutALimitOnRandomTraces) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    expect_simulated_baseline(random_trace(seed, 10 + seed % 30));
  }
}

TEST(Baseline, IsRuntimeV1WithoutALimitOnGoldenTraces) {
  std::size_t traces = 0;
  for (const auto& entry : std::filesystem::directory_iterator(REMATFUZZ_TEST_DATA "/golden")) {
    if (entry.path().extension() != ".log") continue;
    SCOPED_TRACE(entry.path());
    expect_simulated_baseline(read_log(entry.path().string()).trace);
    ++traces;
  }
  EXPECT_EQ(traces, 13U);
}

TEST(BudgetOfRatio, IsTheFloorOfTheProductOfDoubles) {
  EXPECT_EQ(budget_of_ratio({.peak_memory = 86}, 0.5), 43);
  EXPECT_EQ(budget_of_ratio({.peak_memory = 100}, 0.29), 28);  // 28.999999999999996
  EXPECT_EQ(budget_of_ratio({.peak_memory = 100}, 0.57), 56);  // 56.99999999999999
  EXPECT_EQ(budget_of_ratio({.peak_memory = 10}, 0.3), 3);
  EXPECT_EQ(budget_of_ratio({.peak_memory = 100}, 0), 0);
  EXPECT_EQ(budget_of_ratio({.peak_memory = 0}, 0.5), 0);
  EXPECT_EQ(budget_of_ratio({.peak_memory = 100}, 1), 100);
  // A peak above 2^53 is rounded first.
  EXPECT_EQ(budget_of_ratio({.peak_memory = (std::int64_t{1} << 53) + 1}, 1),
            std::int64_t{1} << 53);
}

TEST(BudgetOfRatio, SaturatesWhereItPasses63Bits) {
  EXPECT_EQ(budget_of_ratio({.peak_memory = 100}, 1e300), most);
  EXPECT_EQ(budget_of_ratio({.peak_memory = 1}, 0x1p63), most);
  EXPECT_EQ(budget_of_ratio({.peak_memory = 1}, 0x1p62), std::int64_t{1} << 62);
}

TEST(RematLimit, IsTheFloorOfWhatTheLimitAllows) {
  EXPECT_EQ(remat_limit({.model_compute = 10}, 1), 0);
  EXPECT_EQ(remat_limit({.model_compute = 10}, 2), 10);
  EXPECT_EQ(remat_limit({.model_compute = 10}, 1.25), 2);  // 2.5
  EXPECT_EQ(remat_limit({.model_compute = 10}, 1.1), 1);
  EXPECT_EQ(remat_limit({.model_compute = 1000}, 1.001), 0);  // 0.9999999999998899
  EXPECT_EQ(remat_limit({.model_compute = 0}, 5), 0);
  EXPECT_EQ(remat_limit({.model_compute = 10}, 1e300), most);
}

TEST(RematLimit, OfAnIntegerIsExactWhereADoubleWouldRound) {
  constexpr Nanos odd = (Nanos{1} << 53) + 1;
  EXPECT_EQ(remat_limit({.model_compute = odd}, 2), odd);
  EXPECT_EQ(remat_limit({.model_compute = odd}, 4), 3 * odd);
  EXPECT_EQ(remat_limit({.model_compute = odd}, 1.25), Nanos{1} << 51);
  EXPECT_EQ(remat_limit({.model_compute = odd}, 0x1p62), most);
}

// Of 36 ns of model work, 9 may come again at a limit of 1.25: a (9) may, and c (10) may not.
TEST(RematLimit, DecidesWhetherARunThrashes) {
  for (const Nanos cost : {9, 10}) {
    TestTrace t;
    t.call({}, {{"a", 2}}, cost).call({}, {{"z", 2}}, 36 - cost).release("z");
    const Trace trace = t.build();
    const Nanos limit = remat_limit(compute_baseline(trace), 1.25);
    const RunResult result = simulate(trace, {.budget = 2, .remat_limit = limit});
    EXPECT_EQ(result.result, cost == 9 ? Outcome::pass : Outcome::thrash) << cost;
  }
}

TEST(RematLimit, Of1LetsOnlyFreeWorkComeAgain) {
  for (const Nanos cost : {0, 1}) {
    TestTrace t;
    t.call({}, {{"a", 2}}, cost).call({}, {{"z", 2}}, 9).release("z");
    const Trace trace = t.build();
    const Nanos limit = remat_limit(compute_baseline(trace), 1);
    const RunResult result = simulate(trace, {.budget = 2, .remat_limit = limit});
    EXPECT_EQ(result.result, cost == 0 ? Outcome::pass : Outcome::thrash) << cost;
  }
}

TEST(Overhead, IsTheClockOverTheBaselinesCompute) {
  EXPECT_EQ(overhead_of({.model_compute = 8}, 12), 1.5);
  EXPECT_EQ(overhead_of({.model_compute = 0}, 1), 0);
}

}  // namespace
}  // namespace rematfuzz::testing
