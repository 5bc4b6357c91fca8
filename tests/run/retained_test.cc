// Storages that are never offered to the policy.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

TEST(Retained, IsNeverInThePool) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({"a"}, {{"c", 1}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(Stepper(trace, {.retained = {"a"}}).after("c").pool(), "b c");
}

// c must not take a's place, which is older, and takes b's.
TEST(Retained, IsNotEvictedForRoom) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({}, {{"c", 1}}, 1).release("b");
  const Trace trace = t.build();
  EXPECT_EQ(evictions_of(trace, simulate(trace, {.budget = 2, .retained = {"a"}})), "b");
  EXPECT_EQ(simulate(trace, {.budget = 1, .retained = {"a"}}).result, Outcome::oom);
}

TEST(Retained, IsEvictedByItsLastRelease) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 1).release("a").build();
  const RunResult result = simulate(trace, {.runtime = "RuntimeV2Eager", .retained = {"a"}});
  EXPECT_EQ(evictions_of(trace, result), "a");
}

TEST(Retained, IsBanishedByItsLastRelease) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 1).release("a").build();
  const RunResult result = simulate(trace, {.runtime = "RuntimeV1", .retained = {"a"}});
  EXPECT_EQ(evictions_of(trace, result), "a");
}

// A view of it is on the same storage.
TEST(Retained, NamesAStorageNotATensor) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {view("v", 0)}, 1).call({}, {{"b", 1}}, 1).release("b");
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {.budget = 1, .retained = {"v"}}).result, Outcome::oom);
  EXPECT_EQ(simulate(trace, {.budget = 1}).result, Outcome::pass);
}

}  // namespace
}  // namespace rematfuzz::testing
