// The public traces: maps against single runs at random budgets, every quantity.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/base/random.h"
#include "sim/findings/findings.h"
#include "sim/map/lower_bound.h"
#include "sim/run/baseline.h"
#include "sim/trace/log_reader.h"
#include "tests/map/maps.h"
#include "tests/trace/shared_trace.h"

namespace rematfuzz::testing {
namespace {

constexpr std::uint64_t seed = 3;

// The map around random budgets: what a whole map says of them, without the rest of it.
class PublicTraces : public ::testing::TestWithParam<std::string> {};

TEST_P(PublicTraces, AreMappedAsSingleRunsGo) {
  const std::string log = shared_trace(GetParam());
  if (log.empty()) GTEST_SKIP() << "no public trace " << GetParam() << " beside the repository";
  const Trace trace = read_log(log).trace;
  const Baseline baseline = compute_baseline(trace);
  const Pairing pairing{&find_runtime("RuntimeV2EagerOptimized"), &find_policy("DTR")};
#ifdef REMATFUZZ_SLOW_BUILD
  constexpr std::size_t budgets = 5;
#else
  constexpr std::size_t budgets = 200;
#endif
  const Bytes from = smallest_possible_budget(trace, *pairing.runtime);
  Random random(seed);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  ExplorerOptions options;
  options.simulator.remat_limit = remat_limit(baseline, 1.5);
  for (std::size_t i = 0; i < budgets; ++i)
    options.wanted.push_back(from + static_cast<Bytes>(random.below(
                                        static_cast<std::uint64_t>(baseline.peak_memory - from))));
  std::ranges::sort(options.wanted);
  const RegimeMap map{
      .range = {}, .regimes = all_at_once({trace, pairing, options}), .missing = {}};
  for (const Bytes budget : options.wanted) {
    const Regime* regime = regime_at(map, budget);
    ASSERT_NE(regime, nullptr) << budget;
    RunOptions run{.budget = budget, .simulator = options.simulator};
    run.simulator.sums = SumSource::sums;
    EXPECT_EQ(*regime, run_regime(trace, *pairing.runtime, pairing.policy->name,
                                  *pairing.policy->policy, run))
        << "budget " << budget;
  }
}

INSTANTIATE_TEST_SUITE_P(, PublicTraces,
                         ::testing::Values("inceptionv4", "lstm", "resnet32", "transformer",
                                           "treelstm", "tv_densenet121", "unet", "unroll_gan"),
                         [](const auto& info) { return info.param; });

// Source: the published extents, and the regimes of the reference itself (arXiv:2609.31250).
TEST(PublishedMap, Resnet32HasItsHoleAndSlivers) {
  const std::string log = shared_trace("resnet32");
  if (log.empty()) GTEST_SKIP() << "no public trace resnet32 beside the repository";
  const Trace trace = read_log(log).trace;
  const Baseline baseline = compute_baseline(trace);
  const Pairing pairing{&find_runtime("RuntimeV2EagerOptimized"), &find_policy("DTR")};
  ExplorerOptions options;
  options.range.from = smallest_possible_budget(trace, *pairing.runtime);
  const RegimeMap map{
      .range = options.range, .regimes = all_at_once({trace, pairing, options}), .missing = {}};

  // The hole, and the slivers of 128 bytes above it and of 256 and 73,728 below.
  const std::vector<BudgetRange> expected{
      {.from = 981'111'552, .to = 981'111'808},     {.from = 981'148'416, .to = 981'222'144},
      {.from = 1'024'657'200, .to = 1'069'656'160}, {.from = 1'069'692'896, .to = 1'069'693'024},
      {.from = 1'069'695'456, .to = 1'069'695'584}, {.from = 1'069'732'320, .to = 1'069'732'448},
      {.from = 1'069'769'184, .to = 1'069'769'312}};
  std::vector<BudgetRange> holes;
  bool passed = false;
  for (const Segment& segment : segments_of(map)) {
    passed = passed || segment.result == Outcome::pass;
    if (passed && segment.result == Outcome::oom) holes.push_back(segment.budgets);
  }
  EXPECT_EQ(holes, expected);
  const Bytes from_0107 = budget_of_ratio(baseline, 0.107);
  std::size_t above = 0;
  for (const Regime& regime : map.regimes)
    if (regime.hi > from_0107) {
      EXPECT_EQ(regime.result, Outcome::pass) << regime.lo;
      ++above;
    }
  EXPECT_EQ(above, 6'978U);
}

}  // namespace
}  // namespace rematfuzz::testing
