// Goals under one policy: what is sighted is what single runs show, and nothing larger is there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fuzz/search/goal.h"
#include "sim/findings/kinds.h"
#include "tests/fuzz/searches.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t goal_seeds = testing::slow_build ? 30 : 400;

const NameList all_goals{"hole", "inversion", "cliff", "thrash", "drift", "alternation"};

// The share of the peak of the widest failure above a pass.
double widest_failure(const SearchedTrace& subject, const PolicyEntry& policy, Outcome failure,
                      double limit) {
  const std::vector<RunResult> results = subject.run_all(policy, limit);
  const auto pass = std::ranges::find(results, Outcome::pass, &RunResult::result);
  const auto fails = [&](std::size_t i) { return results[i].result == failure; };
  const auto first = static_cast<std::size_t>(pass - results.begin());
  return share(widest(first, results.size(), fails), subject);
}

double largest_drift(const SearchedTrace& subject, const PolicyEntry& policy) {
  double most = 0;
  for (const RunResult& result : subject.run_all(policy))
    most = std::max(most, static_cast<double>(result.drift_decisions));
  return most;
}

double alternations(const SearchedTrace& subject, const PolicyEntry& policy) {
  double count = 0;
  bool passed = false;
  Outcome before = Outcome::pass;
  for (const RunResult& result : subject.run_all(policy)) {
    if (result.result == Outcome::thrash) continue;
    passed = passed || result.result == Outcome::pass;
    if (passed && result.result != before) ++count;
    if (passed) before = result.result;
  }
  return count;
}

// The largest factor by which a pass is dearer than one below it, where it counts.
double steepest_rise(const SearchedTrace& subject, const PolicyEntry& policy) {
  double most = 0;
  Nanos cheapest = 0;
  for (const RunResult& result : subject.run_all(policy)) {
    if (result.result != Outcome::pass) continue;
    if (cheapest != 0)
      most = std::max(most, overhead_factor(subject.baseline, cheapest, result.clock));
    cheapest = cheapest == 0 ? result.clock : std::min(cheapest, result.clock);
  }
  return most >= FindingThresholds().inversion_factor ? most : 0;
}

// The size of a goal's largest effect, by looking at every budget.
double largest_effect(const SearchedTrace& subject, const PolicyEntry& policy,
                      std::string_view goal, const SearchOptions& options) {
  if (goal == "hole") return widest_failure(subject, policy, Outcome::oom, 100);
  if (goal == "thrash")
    return widest_failure(subject, policy, Outcome::thrash, options.thrash_limit);
  if (goal == "drift") return largest_drift(subject, policy);
  if (goal == "alternation") return alternations(subject, policy);
  return steepest_rise(subject, policy);
}

// That single runs at the two budgets of an effect show it.
void expect_shown(const SearchedTrace& subject, const PolicyEntry& policy, std::string_view goal,
                  const Effect& effect, const SearchOptions& options) {
  const double limit = goal == "thrash" ? options.thrash_limit : 100;
  const RunResult worse = subject.run(policy, effect.worse, limit);
  const RunResult better = subject.run(policy, effect.better, limit);
  if (goal == "drift") {
    EXPECT_EQ(static_cast<double>(worse.drift_decisions), effect.size);
    return;
  }
  EXPECT_EQ(better.result, Outcome::pass) << "at the better budget";
  if (goal == "inversion" || goal == "cliff") {
    EXPECT_EQ(worse.result, Outcome::pass) << "at the worse budget";
    EXPECT_EQ(overhead_factor(subject.baseline, better.clock, worse.clock), effect.size);
  } else {
    EXPECT_EQ(worse.result, goal == "thrash" ? Outcome::thrash : Outcome::oom)
        << "at the worse budget";
  }
  if (goal != "cliff") EXPECT_LT(effect.better, effect.worse);
}

TEST(GoalSearch, MeasuresAHole) {
  const SearchedTrace subject = searched(program_with_a_hole());
  ASSERT_EQ(subject.baseline.peak_memory, 10);
  const auto search = make_goal_search(search_options({"DTR"}, {"hole"}));
  Look look;
  search->look(subject.trace, 0, look);
  ASSERT_EQ(look.sightings.size(), 1U);
  const auto& [cell, effect] = look.sightings[0];
  EXPECT_EQ(cell, 0U);
  EXPECT_EQ(effect.size, 0.2);
  EXPECT_EQ(effect.worse, 8);
  EXPECT_EQ(effect.better, 7);
}

TEST(GoalSearch, SeesNothingWhereThereIsNothing) {
  const SearchedTrace subject = searched(decoded({}));
  const auto search = make_goal_search(search_options(few_policies, all_goals));
  Look look;
  for (std::size_t policy = 0; policy < few_policies.size(); ++policy) {
    search->look(subject.trace, policy, look);
    EXPECT_EQ(look.sightings.size(), 0U) << few_policies[policy];
  }
}

TEST(GoalSearch, HasACellForEachPolicyAndGoal) {
  const auto search = make_goal_search(search_options({"DTR", "LRU"}, {"hole", "drift"}));
  ASSERT_EQ(search->cells().size(), 4U);
  EXPECT_EQ(search->cells()[1].kind, "drift");
  EXPECT_EQ(search->cells()[1].policy->name, "DTR");
  EXPECT_EQ(search->cells()[2].kind, "hole");
  EXPECT_EQ(search->cells()[2].policy->name, "LRU");
  EXPECT_TRUE(search->goes_by_policy());
  // A policy's number is modulo how many there are.
  const SearchedTrace subject = searched(program_with_a_hole());
  Look look;
  search->look(subject.trace, 2, look);
  EXPECT_THAT(text_of(look), HasSubstr("cell 0: 0.2 at 8, 7"));
}

// Programs of all sizes: each sighting, at its budgets.
TEST(GoalSearch, WhatItSightsSingleRunsShow) {
  const SearchOptions options = search_options(few_policies, all_goals);
  const auto search = make_goal_search(options);
  std::map<std::string, int> sighted;
  Look look;
  for (std::uint64_t seed = 0; seed < 3 * goal_seeds; ++seed) {
    const SearchedTrace subject = searched(random_program(seed, 16));
    search->look(subject.trace, seed, look);
    for (const auto& [at, effect] : look.sightings) {
      const Cell& cell = search->cells()[at];
      SCOPED_TRACE(asked(seed, cell, effect));
      EXPECT_EQ(cell.policy, options.policies[seed % options.policies.size()]);
      expect_shown(subject, *cell.policy, cell.kind, effect, options);
      ++sighted[cell.kind];
      if (::testing::Test::HasFailure()) return;
    }
  }
  if (!testing::slow_build)
    for (const std::string_view goal : all_goals)
      EXPECT_GT(sighted[std::string(goal)], 0) << goal << " in " << 3 * goal_seeds << " programs";
}

TEST(GoalSearch, NothingLargerIsThere) {
  const NameList goals{"hole", "inversion", "thrash", "drift", "alternation"};
  const SearchOptions options = search_options(few_policies, goals);
  const auto search = make_goal_search(options);
  Look look;
  for (std::uint64_t seed = 0; seed < goal_seeds; ++seed) {
    const SearchedTrace subject = searched(tiny_program(seed));
    const std::size_t policy = seed % few_policies.size();
    search->look(subject.trace, policy, look);
    std::vector<double> sizes(search->cells().size());
    for (const auto& [cell, effect] : look.sightings) sizes[cell] = effect.size;
    for (std::size_t goal = 0; goal < goals.size(); ++goal)
      EXPECT_EQ(sizes[policy * goals.size() + goal],
                largest_effect(subject, *options.policies[policy], goals[goal], options))
          << goals[goal] << " under " << few_policies[policy] << ", seed " << seed;
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Goals, AreFoundByName) {
  for (const Goal& goal : goal_table()) EXPECT_EQ(&find_goal(goal.name), &goal);
  try {
    find_goal("hollow");
    ADD_FAILURE() << "no error for an unknown name";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'hollow'"));
    EXPECT_THAT(error.what(), HasSubstr("hole, inversion"));
  }
}

TEST(Goals, LevelsGoUpWithSizes) {
  for (const auto level : {level_of_share, level_of_factor, level_of_count}) {
    EXPECT_EQ(level(0), 0U);
    unsigned before = 0;
    for (double size = 0; size < 1e12; size = size * 1.1 + 0.01) {
      EXPECT_GE(level(size), before) << "of a size of " << size;
      EXPECT_LT(level(size), levels) << "of a size of " << size;
      before = level(size);
    }
    EXPECT_EQ(before, levels - 1);
  }
  EXPECT_GT(level_of_share(0.001), 0U);
  EXPECT_EQ(level_of_factor(1), 0U);
  EXPECT_GT(level_of_factor(1.001), 0U);
  EXPECT_EQ(level_of_count(2), 2U);
}

}  // namespace
}  // namespace rematfuzz::fuzz
