// Views: tensors on another one's storage, defined and undefined apart from it.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

const Setting eager_of_2{.runtime = "RuntimeV2Eager", .budget = 2};

// a (cost 5) and its view v (cost 3) are evicted to make room for z, which is then released.
TestTrace evicted_with_view() {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({"a"}, {view("v", 0)}, 3).call({}, {{"z", 2}}, 1).release("z");
  return t;
}

TEST(View, TakesNoMemoryAndAddsItsCostToItsStorage) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 5).call({"a"}, {view("v", 0)}, 3);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {}).after("v");
  EXPECT_EQ(run.state().memory, 2);
  EXPECT_EQ(run.pool(), "a");
  EXPECT_EQ(run.simulator().position().compute(storage_of(trace, "v")), 8);
}

TEST(View, IsUndefinedByTheEvictionOfItsStorage) {
  const Trace trace = evicted_with_view().build();
  const Stepper run = Stepper(trace, eager_of_2).after("z");
  EXPECT_EQ(run.evicted(), "a");
  EXPECT_FALSE(run.defined("a"));
  EXPECT_FALSE(run.defined("v"));
}

TEST(View, StaysUndefinedWhenItsStorageComesBack) {
  TestTrace t = evicted_with_view();
  const Trace trace = t.call({"a"}, {{"r", 0}}, 1).build();
  const Stepper run = Stepper(trace, eager_of_2).after("r");
  EXPECT_EQ(run.tally().remat_compute, 5);
  EXPECT_TRUE(run.material("v"));
  EXPECT_FALSE(run.defined("v"));
}

TEST(View, IsComputedAgainOnAMaterialStorage) {
  TestTrace t = evicted_with_view();
  const Trace trace = t.call({"a"}, {{"r", 0}}, 1).call({"v"}, {{"s", 0}}, 1).build();
  const Stepper run = Stepper(trace, eager_of_2).after("s");
  EXPECT_EQ(run.tally().remat_compute, 5 + 3);
  EXPECT_TRUE(run.defined("v"));
  EXPECT_EQ(run.state().memory, 2);
}

TEST(View, BringsWhatItViewsBackFirst) {
  TestTrace t = evicted_with_view();
  const Trace trace = t.call({"v"}, {{"s", 0}}, 1).build();
  const Stepper run = Stepper(trace, eager_of_2).after("s");
  EXPECT_EQ(run.tally().remat_compute, 5 + 3);
  EXPECT_TRUE(run.defined("a"));
}

// b's call also views a. For b to come back, a must; v is then defined, too.
TEST(View, IsDefinedAsASibling) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 5).call({"a"}, {{"b", 1}, view("v", 0)}, 3);
  t.call({}, {{"z", 2}}, 1).release("z").call({"b"}, {{"r", 0}}, 1);
  const Trace trace = t.build();
  Stepper run(trace, eager_of_2);
  run.after("z");
  EXPECT_FALSE(run.material("a"));
  EXPECT_FALSE(run.material("b"));
  run.after("r");
  EXPECT_TRUE(run.defined("v"));
  EXPECT_EQ(run.state().memory, 2);
  EXPECT_EQ(run.tally().remat_compute, 5 + 3);
}

}  // namespace
}  // namespace rematfuzz::testing
