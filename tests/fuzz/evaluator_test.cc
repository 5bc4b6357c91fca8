// Maps for searches, against single runs and against maps at the smaller limit itself.
#include "fuzz/search/evaluator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tests/fuzz/searches.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t evaluator_seeds = testing::slow_build ? 20 : 200;

// Nothing: it would be too much work.
std::optional<RegimeMap> map_at(const SearchedTrace& subject, const PolicyEntry& policy,
                                double overhead_limit) {
  EvaluatorOptions options = evaluator_options();
  options.overhead_limit = overhead_limit;
  Evaluator evaluator(options);
  evaluator.take(subject.trace);
  return evaluator.map(*policy.policy);
}

// Compares outcomes at all budgets: they change where regimes begin. Returns at how many of those a
// run thrashes.
std::size_t expect_same_outcomes(const RegimeMap& got, const RegimeMap& expected) {
  std::size_t thrashing = 0;
  for (const RegimeMap* map : {&got, &expected})
    for (const Regime& regime : map->regimes) {
      const Outcome outcome = regime_at(expected, regime.lo)->result;
      EXPECT_EQ(regime_at(got, regime.lo)->result, outcome) << "at a budget of " << regime.lo;
      if (outcome == Outcome::thrash) ++thrashing;
    }
  return thrashing;
}

TEST(Evaluator, MapsAtASmallerLimitAreThoseOfShorterRuns) {
  std::size_t thrashing = 0;
  for (std::uint64_t seed = 0; seed < evaluator_seeds; ++seed) {
    const SearchedTrace subject = searched(random_program(seed, 14));
    for (const PolicyEntry* policy : policies_named(few_policies)) {
      const auto map = map_at(subject, *policy, 100);
      for (const double limit : {1.0, 1.2, 2.0, 5.0}) {
        SCOPED_TRACE(fmt::format("seed {}, {}, limit {}", seed, policy->name, limit));
        const auto expected = map_at(subject, *policy, limit);
        if (map && expected)
          thrashing +=
              expect_same_outcomes(at_overhead_limit(*map, subject.baseline, limit), *expected);
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(thrashing, evaluator_seeds) << "budgets at which a run thrashes";
}

TEST(Evaluator, MapsAreWhatSingleRunsComeTo) {
  Evaluator evaluator(evaluator_options());
  for (std::uint64_t seed = 0; seed < evaluator_seeds / 4; ++seed) {
    const SearchedTrace subject = searched(tiny_program(seed));
    evaluator.take(subject.trace);
    EXPECT_EQ(evaluator.baseline(), subject.baseline);
    for (const PolicyEntry* policy : policies_named(few_policies)) {
      SCOPED_TRACE(fmt::format("seed {}, {}", seed, policy->name));
      const auto map = evaluator.map(*policy->policy);
      if (!map) {
        ADD_FAILURE() << "no map";
        continue;
      }
      ASSERT_EQ(map->range, subject.range);
      for (Bytes budget = subject.range.from; budget < subject.range.to; ++budget)
        ASSERT_EQ(regime_at(*map, budget)->result, subject.run(*policy, budget).result)
            << "at a budget of " << budget;
    }
  }
}

TEST(Evaluator, GivesUpWhereItIsTooMuchWork) {
  EvaluatorOptions options = evaluator_options();
  options.work_limit = 1;
  Evaluator evaluator(options);
  const SearchedTrace subject = searched(program_with_a_hole());
  evaluator.take(subject.trace);
  EXPECT_FALSE(evaluator.map(*find_policy("DTR").policy));
}

}  // namespace
}  // namespace rematfuzz::fuzz
