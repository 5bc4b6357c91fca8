// Locks, and the order of the pool that they and computing make.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

TEST(Locking, NewStoragesEnterThePoolAtItsEnd) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({}, {{"c", 1}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(Stepper(trace, {}).after("c").pool(), "a b c");
}

TEST(Locking, SiblingsEnterThePoolInFrontOfTheTarget) {
  TestTrace t;
  t.call({}, {{"a", 1}, {"b", 1}, {"c", 1}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(Stepper(trace, {}).after("c").pool(), "b c a");
}

TEST(Locking, ArgumentsReturnToTheEndInTheirOrder) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({}, {{"c", 1}}, 1);
  t.call({"b", "a"}, {{"d", 1}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(Stepper(trace, {}).after("d").pool(), "c d b a");
}

TEST(Locking, ARepeatedArgumentReturnsAtItsLastPlace) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1);
  t.call({"a", "b", "a"}, {{"c", 1}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(Stepper(trace, {}).after("c").pool(), "c b a");
}

TEST(Locking, AViewLocksItsStorage) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {view("v", 0)}, 1).call({}, {{"b", 1}}, 1);
  t.call({"v"}, {{"c", 1}}, 1);
  const Trace trace = t.build();
  Stepper run(trace, {});
  EXPECT_EQ(run.after("b").pool(), "a b");
  EXPECT_EQ(run.after("c").pool(), "b c a");
}

TEST(Locking, ArgumentsOfTheCallInProgressAreNotEvicted) {
  // Of a (3) and b (1) the larger would go first, but c = f(a) locks it.
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).call({}, {{"b", 1}}, 1).call({"a"}, {{"c", 1}}, 1).release("b");
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.policy = "LargestStorage", .budget = 4});
  EXPECT_EQ(evictions_of(trace, result), "b");
  EXPECT_EQ(result.result, Outcome::pass);
}

// At budget 4, g takes the place of b, which is the largest. d then locks a, and bringing b back
// locks a once more: when b is there, a keeps the lock of d. In the pool, e and g make room.
TEST(Locking, AnArgumentLockedByTwoCallsIsUnlockedByTheOuterOne) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {{"b", 2}}, 1).call({"a"}, {{"e", 1}}, 1);
  t.call({"e"}, {{"g", 1}}, 1).call({"a", "b"}, {{"d", 1}}, 1);
  const Trace trace = t.build();
  Stepper run(trace, {.policy = "LargestStorage", .budget = 4});
  run.after("g");
  EXPECT_EQ(run.evicted(), "b");
  EXPECT_EQ(run.pool(), "a g e");
  run.after("d");
  EXPECT_EQ(run.evicted(), "b e g");
  EXPECT_EQ(run.pool(), "d a b");
  EXPECT_EQ(run.locks("a"), 0U);
}

TEST(Locking, PinningTwiceLocksOnce) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).copy("b", "a");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {}).finish();
  EXPECT_TRUE(run.pinned("a"));
  EXPECT_EQ(run.locks("a"), 1U);
  EXPECT_EQ(run.pool(), "");
}

// a is touched when b asks for it (clock 3), b when it is computed (clock 8).
TEST(Locking, ArgumentsAreTouchedBeforeAndOutputsAfterTheCall) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 2).call({"a"}, {{"b", 1}}, 5);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {}).after("b");
  EXPECT_EQ(run.last_access("a"), 3);
  EXPECT_EQ(run.last_access("b"), 8);
}

// What is rematerialized for c is touched when c asks for it, before the work is done.
TEST(Locking, RematerializingIsNoAccessOfItsOwn) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 2).call({}, {{"z", 1}}, 10).release("z").call({"a"}, {{"c", 0}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.budget = 1}).after("c");
  EXPECT_EQ(run.evicted(), "a z");
  EXPECT_EQ(run.last_access("a"), 13);
  EXPECT_EQ(run.last_access("c"), 16);
}

}  // namespace
}  // namespace rematfuzz::testing
