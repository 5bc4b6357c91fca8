// RuntimeV1 removes for good what nothing can ask for again.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

const Setting v1{.runtime = "RuntimeV1"};

Setting v1_at(Bytes budget, const char* policy) {
  return {.runtime = "RuntimeV1", .policy = policy, .budget = budget};
}

TEST(Banish, EvictsWhatWasReleasedAndPinsItsChildren) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({"a"}, {{"b", 1}}, 1).release("a").call({}, {{"c", 1}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, v1).after("c");
  EXPECT_EQ(run.evicted(), "a");
  EXPECT_EQ(run.state().memory, 2);
  EXPECT_TRUE(run.pinned("b"));
  EXPECT_EQ(run.pool(), "c");
}

TEST(Banish, TakesPinnedConstantsToo) {
  TestTrace t;
  const Trace trace = t.constant("x", 3).release("x").build();
  const Stepper run = Stepper(trace, v1).finish();
  EXPECT_EQ(run.evicted(), "x");
  EXPECT_EQ(run.state().memory, 0);
}

TEST(Banish, WaitsForTheLastReference) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({"a"}, {view("v", 0)}, 1).copy("c", "v").release("a").release("v");
  const Trace held = t.build();
  EXPECT_EQ(Stepper(held, v1).finish().evicted(), "");
  t.call({}, {{"a", 2}}, 1).call({"a"}, {view("v", 0)}, 1).copy("c", "v").release("a").release("v");
  t.release("c");
  const Trace released = t.build();
  EXPECT_EQ(Stepper(released, v1).finish().evicted(), "a");
}

// b (2) is evicted for z, so that a, from which it can come back, must stay when it is released.
// When r has brought b back, a is banished. On the way, a is not touched: nobody refers to it.
TEST(Banish, WaitsForEvictedDependents) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {{"b", 2}}, 1).call({}, {{"z", 1}}, 1).release("a");
  t.call({"b"}, {{"r", 0}}, 1);
  const Trace trace = t.build();
  Stepper run(trace, v1_at(3, "LargestStorage"));
  run.after("z").step();
  EXPECT_EQ(run.evicted(), "b");
  EXPECT_TRUE(run.material("a"));
  EXPECT_EQ(run.pool(), "a z");
  run.after("r");
  EXPECT_EQ(run.evicted(), "b z a");
  EXPECT_EQ(run.last_access("a"), 2);
  EXPECT_TRUE(run.pinned("b"));
}

// b has taken a's place when a is released.
TEST(Banish, OfWhatIsEvictedEvictsNothing) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).release("a");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, v1_at(1, "LRU")).finish();
  EXPECT_EQ(run.evicted(), "a");
  EXPECT_TRUE(run.state().banishing.banished(storage_of(trace, "a")));
}

// t = f(p, q) comes back after p's last release: p is banished while the arguments are unlocked,
// leaves the list of arguments, and q, which moves up into its place, is passed over.
TestTrace t_again() {
  TestTrace t;
  t.call({}, {{"p", 1}}, 1).call({}, {{"q", 1}}, 1).call({"p", "q"}, {{"t", 2}}, 1);
  t.call({}, {{"z", 1}}, 1);
  return t;
}

TEST(Banish, OfAnArgumentMakesTheNextOneKeepItsLock) {
  TestTrace t = t_again();
  const Trace trace = t.release("p").call({"t"}, {{"r", 0}}, 1).build();
  const Stepper run = Stepper(trace, v1_at(4, "LargestStorage")).after("r");
  EXPECT_EQ(run.evicted(), "t z p");
  EXPECT_EQ(run.locks("q"), 1U);
  EXPECT_EQ(run.pool(), "r");  // t was pinned
}

TEST(Banish, OfTheLastArgumentSkipsNone) {
  TestTrace t = t_again();
  const Trace trace = t.release("q").call({"t"}, {{"r", 0}}, 1).build();
  const Stepper run = Stepper(trace, v1_at(4, "LargestStorage")).after("r");
  EXPECT_EQ(run.evicted(), "t z q");
  EXPECT_EQ(run.locks("p"), 0U);
  EXPECT_EQ(run.pool(), "p r");
}

// p is taken twice: the walk ends after its first place, for both have left the list.
TEST(Banish, OfARepeatedArgumentRemovesAllItsPlaces) {
  TestTrace t;
  t.call({}, {{"p", 1}}, 1).call({"p", "p"}, {{"t", 2}}, 1).call({}, {{"z", 1}}, 1).release("p");
  t.call({"t"}, {{"r", 0}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, v1_at(3, "LargestStorage")).after("r");
  EXPECT_EQ(run.evicted(), "t z p");
  EXPECT_EQ(run.state().memory, 2);
  EXPECT_EQ(run.locks("p"), 0U);
}

// p (cost 5) and q come from x (cost 9). q is banished; p is evicted for z, and coming back for r
// brings q along.
TestTrace banished_sibling() {
  TestTrace t;
  t.call({}, {{"x", 1}}, 9).call({"x"}, {{"p", 1}, {"q", 1}}, 5).release("q");
  t.call({}, {{"z", 2}}, 0).release("z").call({"p"}, {{"r", 0}}, 1);
  return t;
}

TEST(Banish, OfASiblingDoesNotKeepItFromComingBack) {
  const Trace trace = banished_sibling().build();
  const Stepper run = Stepper(trace, v1_at(3, "AbLocal")).after("r");
  EXPECT_EQ(run.evicted(), "q p z");
  EXPECT_TRUE(run.material("q"));
  EXPECT_EQ(run.state().memory, 3);
  EXPECT_EQ(run.pool(), "q x r p");
}

// w = f(p) needs room: r (cost 1) goes, then q (5). Evicted again, q depends on x: x stays.
TEST(Banish, OfASiblingLetsItBeEvictedAgainAndHoldItsArguments) {
  TestTrace t = banished_sibling();
  const Trace trace = t.call({"p"}, {{"w", 1}}, 1).release("x").build();
  Stepper run(trace, v1_at(3, "AbLocal"));
  run.after("w").step();
  EXPECT_EQ(run.evicted(), "q p z r q");
  EXPECT_TRUE(run.material("x"));
  EXPECT_FALSE(run.state().banishing.banished(storage_of(trace, "x")));
}

TEST(Banish, HappensOnlyOnce) {
  TestTrace t = banished_sibling();
  const Trace trace = t.release("x").build();
  Stepper run(trace, v1_at(3, "AbLocal"));
  run.after("r").step();
  EXPECT_EQ(run.evicted(), "q p z x");  // q is material and nobody's, and stays
  EXPECT_TRUE(run.material("q"));
  EXPECT_TRUE(run.pinned("p"));
  EXPECT_FALSE(run.pinned("q"));  // banished first, it had left x's list of children
}

}  // namespace
}  // namespace rematfuzz::testing
