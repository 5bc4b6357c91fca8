// All budgets at once against one run a regime: every quantity at every integer budget, for every
// runtime and policy.
#include "sim/map/explorer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/map/lower_bound.h"
#include "sim/run/baseline.h"
#include "tests/map/maps.h"
#include "tests/trace/random_trace.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

using ::testing::ContainerEq;

#ifdef REMATFUZZ_SLOW_BUILD
constexpr std::uint64_t traces = 5;
#else
constexpr std::uint64_t traces = 24;
#endif

// Calls check(question) for random traces, all pairings and kinds of limits.
template <class Check>
void for_each_question(std::uint64_t first_seed, Check check) {
  for (std::uint64_t seed = first_seed; seed < first_seed + traces; ++seed) {
    const Trace trace = random_trace(seed, 8 + seed % 30, views_of(seed));
    const Baseline baseline = compute_baseline(trace);
    for (const Pairing& pairing : all_pairings()) {
      SCOPED_TRACE(fmt::format("random_trace({}, {}, views_of), {} on {}", seed, 8 + seed % 30,
                               pairing.policy->name, pairing.runtime->name));
      ExplorerOptions options;
      options.seed = seed;
      options.simulator.remat_limit = remat_limit(baseline, seed % 3 == 0 ? 1.5 : 8);
      check(Question{trace, pairing, options});
    }
  }
}

TEST(Explorer, AnswersEveryBudgetAsASingleRunDoes) {
  for_each_question(0, [](const Question& question) {
    EXPECT_THAT(all_at_once(question), ContainerEq(one_run_a_regime(question)));
  });
}

// Whatever it made before: smaller and larger traces, other policies and runtimes, unfinished maps.
TEST(Explorer, AnswersTheSameWhenRestarted) {
  Explorer explorer;
  for_each_question(500, [&](const Question& question) {
    const auto restart = [&] {
      explorer.restart(question.trace, *question.pairing.runtime, *question.pairing.policy->policy,
                       question.options);
    };
    restart();
    for (std::size_t step = 0; step < question.trace.steps.size() / 2 && !explorer.done(); ++step)
      explorer.step();
    restart();
    EXPECT_THAT(explorer.finish(), ContainerEq(all_at_once(question)));
  });
}

TEST(Explorer, AnswersARangeAsTheWhole) {
  for_each_question(1000, [](Question question) {
    const Bytes peak = compute_baseline(question.trace).peak_memory;
    question.options.range = {.from = peak / 3, .to = peak - peak / 5};
    if (question.options.range.empty()) return;
    EXPECT_THAT(all_at_once(question), ContainerEq(one_run_a_regime(question)));
  });
}

TEST(Explorer, AnswersTheSameInPieces) {
  for_each_question(2000, [](const Question& question) {
    EXPECT_THAT(in_pieces(question, 7), ContainerEq(one_run_a_regime(question)));
  });
}

TEST(Explorer, AnswersTheSameWithinLittleMemory) {
  for_each_question(2500, [](Question question) {
    question.options.memory_limit = 20'000;
    EXPECT_THAT(in_pieces(question, 8), ContainerEq(one_run_a_regime(question)));
  });
}

TEST(Explorer, AnswersWantedBudgetsAlone) {
  for_each_question(2700, [](Question question) {
    const std::vector<Regime> all = one_run_a_regime(question);
    std::vector<Regime> expected;
    for (std::size_t i = 0; i < all.size(); i += 3) {
      expected.push_back(all[i]);
      question.options.wanted.push_back(all[i].lo + (all[i].hi - all[i].lo) / 2);
    }
    EXPECT_THAT(all_at_once(question), ContainerEq(expected));
  });
}

// A ratio can be so large that its budget is no limit at all.
TEST(Explorer, AnswersABudgetWithoutEnd) {
  for_each_question(2900, [](Question question) {
    const std::vector<Regime> all = one_run_a_regime(question);
    question.options.wanted = {unlimited};
    EXPECT_THAT(all_at_once(question), ContainerEq(std::vector<Regime>{all.back()}));
  });
}

TEST(Explorer, CountsDriftDecisionsAsASingleRunDoes) {
  std::uint64_t drifted = 0;
  for_each_question(3000, [&](Question question) {
    question.options.count_drift = true;
    const std::vector<Regime> expected = one_run_a_regime(question);
    EXPECT_THAT(all_at_once(question), ContainerEq(expected));
    for (const Regime& regime : expected) drifted += regime.drift_decisions;
  });
  EXPECT_GT(drifted, 0U);
}

TEST(Explorer, AnswersFreshNeighborhoodsAsASingleRunDoes) {
  bool differs = false;
  for_each_question(4000, [&](Question question) {
    const std::vector<Regime> incremental = all_at_once(question);
    question.options.simulator.neighborhood = Neighborhood::fresh;
    question.options.count_drift = true;
    const std::vector<Regime> fresh = all_at_once(question);
    EXPECT_THAT(fresh, ContainerEq(one_run_a_regime(question)));
    for (const Regime& regime : fresh) EXPECT_EQ(regime.drift_decisions, 0U);
    differs = differs || fresh != incremental;
  });
  EXPECT_TRUE(differs) << "no drift in any of these traces decides anything";
}

TEST(Explorer, RetainsStorages) {
  for_each_question(5000, [](Question question) {
    question.options.simulator.retained = {0, 2};
    EXPECT_THAT(all_at_once(question), ContainerEq(one_run_a_regime(question)));
  });
}

TEST(Explorer, KeepsTheUppermost) {
  for_each_question(6000, [](const Question& question) {
    std::vector<Regime> expected = one_run_a_regime(question);
    constexpr std::size_t count = 3;
    if (expected.size() <= count) return;
    expected.erase(expected.begin(), expected.end() - count);
    Explorer explorer = explorer_of(question);
    while (!explorer.done()) {
      explorer.step();
      explorer.keep_uppermost(count);
    }
    EXPECT_THAT(explorer.take_regimes(), ContainerEq(expected));
  });
}

TEST(Explorer, JoinsRuns) {
  // Two ways through the middle that end alike: without joining there would be a bundle a regime.
  std::size_t regimes = 0;
  ExplorerStats stats;
  for_each_question(7000, [&](const Question& question) {
    Explorer explorer = explorer_of(question);
    regimes += explorer.finish().size();
    stats.add(explorer.stats());
  });
  EXPECT_GT(stats.joins, stats.splits / 4);
  EXPECT_GT(stats.splits, 0U);
  EXPECT_GT(regimes, 0U);
}

// Before an operator, all but one run stand in the same state: a chain that is released as it goes.
TEST(Explorer, NeedsNoMoreStatesThanThereAre) {
  TestTrace chain;
  chain.constant("c", 1);
  std::string last = "c";
  for (int i = 0; i < 50; ++i) {
    const std::string next = fmt::format("t{}", i);
    chain.call({last}, {{next, 4}}, 1);
    if (last != "c") chain.release(last);
    last = next;
  }
  const Trace trace = chain.build();
  Explorer explorer = explorer_of({trace, all_pairings().back(), {}});
  EXPECT_EQ(explorer.finish().back().lo, 9);
  EXPECT_EQ(explorer.stats().most_bundles, 1U);
}

TEST(LowerBound, NothingBelowItPasses) {
  for_each_question(8000, [](const Question& question) {
    const Bytes bound = smallest_possible_budget(question.trace, *question.pairing.runtime);
    EXPECT_GE(bound, 0);
    for (const Regime& regime : all_at_once(question))
      if (regime.result == Outcome::pass) EXPECT_GE(regime.lo, bound);
  });
}

// A call with its arguments, and what is pinned: the bound is reached by a chain.
TEST(LowerBound, IsTightForAChain) {
  TestTrace chain;
  chain.constant("c", 3);
  chain.call({"c"}, {{"a", 5}}, 1);
  chain.call({"a", "a", "c"}, {{"b", 7}}, 1);
  chain.release("a");
  chain.release("c");
  const Trace trace = chain.build();
  for (const Pairing& pairing : all_pairings())
    EXPECT_EQ(smallest_possible_budget(trace, *pairing.runtime), 15) << pairing.runtime->name;
}

}  // namespace
}  // namespace rematfuzz::testing
