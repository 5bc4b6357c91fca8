// A run's state can be copied at every decision: the copy goes on as the original does, and neither
// disturbs the other. For every runtime and every policy that it serves.
#include "tests/run/fork.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/run/baseline.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

// What makes runs decide a lot: random programs, at budgets around half of what they would take.
struct Case {
  Trace trace;
  Bytes budget = 0;
};

std::vector<Case> cases() {
  std::vector<Case> cases;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Case one;
    one.trace = random_trace(seed, 25);
    one.budget =
        budget_of_ratio(compute_baseline(one.trace), 0.5 + 0.04 * static_cast<double>(seed));
    cases.push_back(std::move(one));
  }
  return cases;
}

std::string name_of(const Pairing& pairing, std::size_t number) {
  return fmt::format("{} {} case {}", pairing.runtime->name, pairing.policy->name, number);
}

// Calls check(fork at the run's start, result of the uninterrupted run) for every case and pairing.
template <class Check>
void for_each_run(Check check) {
  const std::vector<Case> all = cases();
  for (const Pairing& pairing : all_pairings())
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(name_of(pairing, i));
      const Case& one = all[i];
      const Fork start(one.trace, *pairing.runtime, *pairing.policy->policy, one.budget, i);
      RunOptions options;
      options.budget = one.budget;
      options.seed = i;
      check(start, run_trace(one.trace, *pairing.runtime, pairing.policy->name,
                             *pairing.policy->policy, options));
    }
}

TEST(Fork, StepwiseRunsAreRuns) {
  for_each_run([](Fork run, const RunResult& whole) { EXPECT_EQ(run.finish(), whole); });
}

// The copy goes on first, so that what it changed would be seen by the original.
TEST(Fork, ACopyThatGoesOnDoesNotChangeTheOriginal) {
  for_each_run([](Fork run, const RunResult& whole) {
    while (!run.done()) {
      Fork copy = run;
      EXPECT_EQ(copy.finish(), whole);
      run.act();
    }
    EXPECT_EQ(run.finish(), whole);
  });
}

// The copies go on when the original is through.
TEST(Fork, AnOriginalThatGoesOnDoesNotChangeItsCopies) {
  for_each_run([](Fork run, const RunResult& whole) {
    std::vector<Fork> copies;
    for (; !run.done(); run.act()) copies.push_back(run);
    for (Fork& copy : copies) EXPECT_EQ(copy.finish(), whole);
  });
}

// Copies that take other decisions (a byte fewer and a byte more) leave the original alone.
TEST(Fork, ACopyAtAnotherBudgetDoesNotChangeTheOriginal) {
  for_each_run([](Fork run, const RunResult& whole) {
    while (!run.done()) {
      for (const Bytes off : {-1, 1}) {
        Fork copy = run;
        copy.set_budget(whole.peak_memory + off);
        copy.finish();
      }
      run.act();
    }
    EXPECT_EQ(run.finish(), whole);
  });
}

TEST(Fork, CopiesAreEqualUntilOneGoesOn) {
  for_each_run([](Fork run, const RunResult&) {
    while (!run.done()) {
      const Fork copy = run;
      EXPECT_TRUE(copy.state() == run.state());
      EXPECT_EQ(hash_value(copy.state()), hash_value(run.state()));
      run.act();
      if (!run.done())  // running out of memory changes nothing
        EXPECT_FALSE(copy.state() == run.state()) << "step " << copy.simulator().step();
    }
  });
}

// Two runs that come to the same places by themselves: at the start there is nothing to share.
TEST(Fork, RunsOfTheSameSettingAreEqualAtEveryDecision) {
  for_each_run([](Fork run, const RunResult&) {
    Fork again = run;
    while (!run.done()) {
      EXPECT_TRUE(again.state() == run.state());
      run.act();
      again.act();
    }
    EXPECT_TRUE(again.state() == run.state());
    EXPECT_EQ(hash_value(again.state()), hash_value(run.state()));
  });
}

}  // namespace
}  // namespace rematfuzz::testing
