// How runs end: pass, out of memory, thrash; and the clock's limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "sim/trace/trace_builder.h"
#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

TEST(Budget, WhatIsNeededMayFillItExactly) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 3}}, 1).call({"a"}, {{"b", 4}}, 1).build();
  EXPECT_EQ(simulate(trace, {.budget = 7}).result, Outcome::pass);
  EXPECT_EQ(simulate(trace, {.budget = 6}).result, Outcome::oom);
}

TEST(Budget, OfZeroIsEnoughForWhatTakesNothing) {
  TestTrace t;
  t.constant("x", 0).call({"x"}, {{"a", 0}, view("v", 0)}, 2).mutate({"a"}, {0}, 3);
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.budget = 0});
  EXPECT_EQ(result.result, Outcome::pass);
  EXPECT_EQ(result.clock, 6);
  EXPECT_EQ(result.peak_memory, 0);
  EXPECT_EQ(result.evictions, 0U);
}

TEST(Budget, OfZeroIsTooLittleForAByte) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 1).build();
  EXPECT_EQ(simulate(trace, {.budget = 0}).result, Outcome::oom);
}

// b = f(a) locks a, and nothing else is in the pool. The call is not computed: no cost, no memory.
TEST(OutOfMemory, LeavesTheRunInFrontOfTheCall) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 2}}, 5).call({"a"}, {{"b", 3}}, 7).build();
  const Stepper run = Stepper(trace, {.budget = 4}).finish();
  EXPECT_EQ(run.outcome(), Outcome::oom);
  EXPECT_EQ(run.state().clock, 1 + 5);
  EXPECT_EQ(run.state().memory, 2);
  EXPECT_EQ(run.locks("a"), 1U);
  const RunResult result = run.result();
  EXPECT_EQ(result.model_compute, 5);
  EXPECT_EQ(result.peak_memory, 2);
  EXPECT_EQ(result.bottleneck_memory, 2);
  EXPECT_EQ(result.heuristic_evals, 0U);
}

TEST(OutOfMemory, ComesAfterEverythingWasEvicted) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({}, {{"c", 5}}, 1);
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.budget = 4});
  EXPECT_EQ(result.result, Outcome::oom);
  EXPECT_EQ(evictions_of(trace, result), "a b");
  EXPECT_EQ(result.heuristic_evals, 2U + 1U);
}

// z evicts a (cost 5), and b brings it back.
Trace rematerialize_5() {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({}, {{"z", 2}}, 1).release("z");
  return t.call({"a"}, {{"b", 0}}, 1).build();
}

TEST(Thrash, IsMoreThanTheLimitNotAsMuch) {
  const Trace trace = rematerialize_5();
  EXPECT_EQ(simulate(trace, {.budget = 2, .remat_limit = 5}).result, Outcome::pass);
  EXPECT_EQ(simulate(trace, {.budget = 2, .remat_limit = 4}).result, Outcome::thrash);
}

// What passes the limit is computed to its end, so that it is in the clock and in memory, and its
// arguments are unlocked; the call that asked for it is not computed.
TEST(Thrash, StopsAfterTheComputationThatPassesTheLimit) {
  const Trace trace = rematerialize_5();
  const Stepper run = Stepper(trace, {.budget = 2, .remat_limit = 4}).finish();
  EXPECT_EQ(run.outcome(), Outcome::thrash);
  EXPECT_EQ(run.tally().remat_compute, 5);
  EXPECT_EQ(run.tally().model_compute, 6);
  EXPECT_EQ(run.state().clock, 1 + 5 + 1 + 5);
  EXPECT_EQ(run.state().memory, 2);
  EXPECT_TRUE(run.defined("a"));
  EXPECT_FALSE(run.defined("b"));
}

// b = f(a) comes back for c while a is there. The limit is looked at when a was unlocked.
TEST(Thrash, IsSeenWhenTheArgumentsAreUnlocked) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {{"b", 2}}, 5).call({}, {{"z", 2}}, 1).release("z");
  t.call({"b"}, {{"c", 0}}, 1);
  const Trace trace = t.build();
  const Setting setting{.policy = "LargestStorage", .budget = 3, .remat_limit = 4};
  const Stepper run = Stepper(trace, setting).finish();
  EXPECT_EQ(run.outcome(), Outcome::thrash);
  EXPECT_EQ(run.evicted(), "b z");
  EXPECT_EQ(run.locks("a"), 0U);
  EXPECT_EQ(run.pool(), "b a");
}

// Bringing a back thrashes, so that b, whose materialization would be the largest, is not computed.
TEST(Thrash, LeavesTheCallThatAskedOutOfTheBottleneck) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({}, {{"z", 3}}, 1).release("z").call({"a"}, {{"b", 2}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {.budget = 4}).bottleneck_memory, 2 + 2);
  EXPECT_EQ(simulate(trace, {.budget = 4, .remat_limit = 4}).bottleneck_memory, 3);
}

TEST(Thrash, OfZeroCostDoesNotHappenAtAnyLimit) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 0).call({}, {{"z", 2}}, 1).release("z").call({"a"}, {{"b", 0}}, 1);
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.budget = 2, .remat_limit = 0});
  EXPECT_EQ(result.result, Outcome::pass);
  EXPECT_EQ(evictions_of(trace, result), "a z");
}

// a costs 2^59. After seven times, the clock is at 7 * 2^59 + 1; an eighth would make it 2^62 + 1.
Trace rematerialize_2_59(int times) {
  TestTrace t;
  t.call({}, {{"a", 1}}, largest_total / 2);
  for (int i = 0; i < times; ++i) {
    const std::string number = std::to_string(i);
    t.call({}, {{"z" + number, 1}}, 0).release("z" + number);
    t.call({"a"}, {{"b" + number, 0}}, 0);
  }
  return t.build();
}

TEST(Clock, ReachesTo2ToThePowerOf62) {
  const RunResult result = simulate(rematerialize_2_59(6), {.budget = 1});
  EXPECT_EQ(result.result, Outcome::pass);
  EXPECT_EQ(result.clock, 7 * (largest_total / 2) + 1);
}

TEST(Clock, PassingItsLimitIsAnErrorOfTheInput) {
  try {
    simulate(rematerialize_2_59(7), {.budget = 1});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "the clock passes 2^62 ns; set an overhead limit");
  }
}

}  // namespace
}  // namespace rematfuzz::testing
