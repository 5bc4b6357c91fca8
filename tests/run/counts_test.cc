// What a run reports: peaks, bottleneck, constants, evaluations, evictions.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

TEST(Bottleneck, IsOutputsPlusArguments) {
  TestTrace t;
  t.constant("x", 3).call({"x"}, {{"a", 4}, {"b", 5}}, 1).call({"a"}, {{"c", 1}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {}).bottleneck_memory, 3 + 4 + 5);
}

TEST(Bottleneck, CountsRepeatedArgumentsEachTime) {
  TestTrace t;
  const Trace trace = t.constant("x", 3).call({"x", "x"}, {{"a", 4}}, 1).build();
  EXPECT_EQ(simulate(trace, {}).bottleneck_memory, 3 + 3 + 4);
}

TEST(Bottleneck, CountsViewsAs0) {
  TestTrace t;
  t.constant("x", 3).call({"x"}, {view("v", 0)}, 1).call({"v"}, {{"a", 2}, view("w", 0)}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {}).bottleneck_memory, 3);  // at v; at a it is 0 + 2
}

TEST(ConstantMemory, IsTheSizeOfAllConstants) {
  TestTrace t;
  t.constant("x", 3).constant("y", 4).call({"x"}, {{"a", 9}}, 1).release("y");
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {}).constant_memory, 7);
}

// It goes by the operator's name, up to the first slash.
TEST(ConstantMemory, CountsCallsOfAnOperatorOfThatName) {
  TestTrace t;
  t.call_of("constant", {}, {{"a", 3}}, 1).call_of("constant/1", {}, {{"b", 4}}, 1);
  t.call_of("constants", {}, {{"c", 9}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {}).after("c");
  EXPECT_EQ(run.tally().constant_memory, 7);
  EXPECT_EQ(run.pool(), "a b c");  // they are not pinned
}

TEST(Constant, IsPinnedAtOnce) {
  TestTrace t;
  const Trace trace = t.constant("x", 3).call({}, {{"a", 2}}, 1).build();
  EXPECT_EQ(Stepper(trace, {}).after("a").pool(), "a");
  const RunResult result = simulate(trace, {.budget = 4});
  EXPECT_EQ(result.result, Outcome::oom);
  EXPECT_EQ(result.evictions, 0U);
}

TEST(PeakMemory, IsTakenWhenOutputsExist) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).release("a").call({}, {{"b", 2}}, 1);
  const Trace trace = t.build();
  EXPECT_EQ(simulate(trace, {}).peak_memory, 5);
  EXPECT_EQ(simulate(trace, {.runtime = "RuntimeV2Eager"}).peak_memory, 3);
}

// Choosing among a, b, c takes 3 evaluations, then 2 are left, then d and one of them.
TEST(Evaluations, CountEveryCandidateOfEveryChoice) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({}, {{"c", 1}}, 1);
  t.call({}, {{"d", 2}}, 1).call({}, {{"e", 1}}, 1);
  for (const char* name : {"a", "b", "c", "d"}) t.release(name);
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.budget = 3});
  EXPECT_EQ(evictions_of(trace, result), "a b c");
  EXPECT_EQ(result.heuristic_evals, 3U + 2U + 2U);
  EXPECT_EQ(result.heuristic_accesses, result.heuristic_evals);
}

TEST(Evictions, AreCountedAndSoAreTheirStorages) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).release("b");
  t.call({"a"}, {{"c", 0}}, 1).call({}, {{"d", 1}}, 1).release("a");
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.budget = 1});
  EXPECT_EQ(evictions_of(trace, result), "a b a");
  EXPECT_EQ(result.evictions, 3U);
  EXPECT_EQ(result.evicted_storages, 2U);
}

// Ids are those of root tensors: the view before b makes b tensor 2, storage 1.
TEST(Evictions, NameStoragesByTheirRootTensors) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {view("v", 0)}, 1).call({}, {{"b", 1}}, 1).release("b");
  const Trace trace = t.build();
  const RunResult result = simulate(trace, {.runtime = "RuntimeV2Eager"});
  EXPECT_EQ(result.eviction_sequence, std::vector<TensorId>{2});
}

// Against sha1sum.
TEST(EvictionSha1, IsThatOfTheIdsJoinedByCommas) {
  EXPECT_EQ(eviction_sha1({}), "da39a3ee5e6b4b0d");
  EXPECT_EQ(eviction_sha1({0}), "b6589fc6ab0dc82c");
  EXPECT_EQ(eviction_sha1({2, 4, 3}), "c3119bfaedeca759");
  EXPECT_EQ(eviction_sha1({4294967294U}), "a657ab826c66cbda");
}

}  // namespace
}  // namespace rematfuzz::testing
