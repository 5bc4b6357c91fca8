// What the program still holds at its end must exist then.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

TEST(OutputCondition, BringsBackWhatIsHeldAsRematerialization) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({}, {{"b", 2}}, 7).release("b");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.budget = 2}).finish();
  EXPECT_EQ(run.outcome(), Outcome::pass);
  EXPECT_EQ(run.evicted(), "a b");
  EXPECT_EQ(run.tally().model_compute, 12);
  EXPECT_EQ(run.tally().remat_compute, 5);
  EXPECT_TRUE(run.pinned("a"));
}

TEST(OutputCondition, AsksForNothingThatWasReleased) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({}, {{"b", 2}}, 7).release("a");
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {.budget = 2}).remat_compute, 0);
}

// a comes back in b's place and is pinned; then nothing is left to evict for b.
TEST(OutputCondition, RunsOutOfMemoryWhereWhatIsHeldDoesNotFitTogether) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({}, {{"b", 2}}, 7);
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.budget = 3});
  EXPECT_EQ(result.result, Outcome::oom);
  EXPECT_EQ(evictions_of(trace, result), "a b");
  EXPECT_EQ(result.remat_compute, 5);
}

// r brings a back, which leaves a's view v undefined; the end asks for v (cost 3).
TEST(OutputCondition, ComputesAnUndefinedViewOnAMaterialStorage) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({"a"}, {view("v", 0)}, 3).call({}, {{"z", 2}}, 1).release("z");
  t.call({"a"}, {{"r", 0}}, 1).release("a");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.runtime = "RuntimeV2Eager", .budget = 2}).finish();
  EXPECT_EQ(run.tally().remat_compute, 5 + 3);
  EXPECT_TRUE(run.defined("v"));
}

// The tensor's own references count, not its storage's: nobody asks for v, which was released.
TEST(OutputCondition, AsksForNoReleasedViewOfAHeldTensor) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({"a"}, {view("v", 0)}, 3).call({}, {{"z", 2}}, 1).release("z");
  t.release("v");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.runtime = "RuntimeV2Eager", .budget = 2}).finish();
  EXPECT_EQ(run.tally().remat_compute, 5);
  EXPECT_FALSE(run.defined("v"));
}

// q was bound before a second time: its tensor b is asked for first, though a is older. Only one of
// a (2) and b (2) fits; the first is pinned, and it is the second that does not fit.
TEST(OutputCondition, GoesByTheOrderInWhichNamesWereFirstBound) {
  TestTrace t;
  t.call({}, {{"q", 0}}, 0).call({}, {{"a", 2}}, 5).call({}, {{"b", 2}}, 7).copy_from("q", "b");
  t.release("b").call({}, {{"z", 2}}, 1).release("z");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.budget = 2}).finish();
  EXPECT_EQ(run.outcome(), Outcome::oom);
  EXPECT_EQ(run.tally().remat_compute, 7);
  EXPECT_TRUE(run.pinned("b"));
}

}  // namespace
}  // namespace rematfuzz::testing
