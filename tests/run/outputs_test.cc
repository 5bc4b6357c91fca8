// Calls with several outputs: what is computed again brings all of them, duplicates are dropped.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

// p (2) and q (3) come from one call. z makes p go (of two equal accesses the last in the pool, and
// the pool is "q p"), and leaves by its release. r needs p again.
Trace p_again() {
  TestTrace t;
  t.call({}, {{"p", 2}, {"q", 3}}, 5).call({}, {{"z", 4}}, 1).release("z");
  return t.call({"p"}, {{"r", 1}}, 1).build();
}

TEST(Outputs, RoomIsMadeForAllOfThem) {
  TestTrace t;
  t.call({}, {{"p", 2}, {"q", 3}}, 5);
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {.budget = 4}).result, Outcome::oom);
  EXPECT_EQ(simulate(trace, {.budget = 5}).result, Outcome::pass);
}

// q is there (3) when p is computed again: room for 5 more is needed, 8 are held for a moment,
// then q's duplicate goes and r comes.
TEST(Outputs, ADuplicateSiblingIsDropped) {
  const Trace trace = p_again();
  const Stepper run = Stepper(trace, {.runtime = "RuntimeV2Eager", .budget = 8}).after("r");
  EXPECT_EQ(run.evicted(), "p z");
  EXPECT_EQ(run.tally().peak_memory, 8);
  EXPECT_EQ(run.state().memory, 6);
  EXPECT_EQ(run.pool(), "q r p");
}

// At 7 the room for 5 is there only without q, which then comes back in front of p.
TEST(Outputs, ASiblingEvictedToMakeRoomComesBack) {
  const Trace trace = p_again();
  const Stepper run = Stepper(trace, {.runtime = "RuntimeV2Eager", .budget = 7}).after("r");
  EXPECT_EQ(run.evicted(), "p z q");
  EXPECT_TRUE(run.material("q"));
  EXPECT_EQ(run.state().memory, 6);
  EXPECT_EQ(run.tally().peak_memory, 7);  // at z, when q was there, too
  EXPECT_EQ(run.pool(), "q r p");
}

TEST(Outputs, AnArgumentThatItsSiblingBroughtBackIsNotComputedAgain) {
  TestTrace t;
  t.call({}, {{"p", 1}, {"q", 1}}, 5).call({}, {{"z", 2}}, 1).release("z");
  t.call({"p", "q"}, {{"r", 0}}, 1);
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.runtime = "RuntimeV2Eager", .budget = 2});
  EXPECT_EQ(evictions_of(trace, result), "p q z");
  EXPECT_EQ(result.remat_compute, 5);
  EXPECT_EQ(result.clock, 1 + 5 + 1 + 5 + 1);
}

// The second of two outputs is asked for: it is the target, and the first a sibling.
TEST(Outputs, WhatIsAskedForIsTheTargetWhicheverOutputItIs) {
  TestTrace t;
  t.call({}, {{"p", 1}, {"q", 1}}, 5).call({}, {{"z", 2}}, 1).release("z");
  t.call({"q"}, {{"r", 0}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.runtime = "RuntimeV2Eager", .budget = 2}).after("r");
  EXPECT_EQ(run.pool(), "p r q");
}

}  // namespace
}  // namespace rematfuzz::testing
