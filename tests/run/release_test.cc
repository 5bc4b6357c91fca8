// References: RELEASE and the rebinding of names, and the eviction that follows in eager runtimes.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

const Setting eager{.runtime = "RuntimeV2Eager"};

RunResult run_at(const Trace& trace, const char* runtime, Bytes budget = unlimited) {
  return simulate(trace, {.runtime = runtime, .budget = budget});
}

TEST(Release, EvictsTheLastReferenceInEagerRuntimesOnly) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).call({}, {{"b", 2}}, 1).release("a");
  const Trace trace = t.build();
  for (const char* runtime : {"RuntimeV2Eager", "RuntimeV2EagerOptimized"})
    EXPECT_EQ(evictions_of(trace, run_at(trace, runtime)), "a") << runtime;
  for (const char* runtime : {"RuntimeV2", "RuntimeV2Optimized"})
    EXPECT_EQ(evictions_of(trace, run_at(trace, runtime)), "") << runtime;
}

TEST(Release, IsAnEvictionWithoutAnEvaluation) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 3}}, 1).release("a").build();
  const RunResult result = simulate(trace, eager);
  EXPECT_EQ(result.evictions, 1U);
  EXPECT_EQ(result.heuristic_evals, 0U);
}

TEST(Release, OfWhatWasEvictedAlreadyDoesNothing) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).release("a");
  const Trace trace = t.build();
  EXPECT_EQ(evictions_of(trace, run_at(trace, "RuntimeV2Eager", 1)), "a");
}

TEST(Release, OfOneOfTwoNamesEvictsNothing) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).copy("b", "a").release("a");
  const Trace kept = t.build();
  EXPECT_EQ(evictions_of(kept, simulate(kept, eager)), "");
  t.call({}, {{"a", 3}}, 1).copy("b", "a").release("a").release("b");
  const Trace released = t.build();
  EXPECT_EQ(evictions_of(released, simulate(released, eager)), "a");
}

// The references of a storage are those of all its tensors.
TEST(Release, OfATensorWhoseViewIsHeldEvictsNothing) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).call({"a"}, {view("v", 0)}, 1).release("a");
  const Trace kept = t.build();
  EXPECT_EQ(evictions_of(kept, simulate(kept, eager)), "");
  t.call({}, {{"a", 3}}, 1).call({"a"}, {view("v", 0)}, 1).release("a").release("v");
  const Trace released = t.build();
  EXPECT_EQ(evictions_of(released, simulate(released, eager)), "a");
}

TEST(Release, OfAPinnedConstantKeepsItInMemory) {
  TestTrace t;
  const Trace trace = t.constant("x", 3).release("x").build();
  const Stepper run = Stepper(trace, eager).finish();
  EXPECT_EQ(run.evicted(), "");
  EXPECT_EQ(run.state().memory, 3);
}

// a$ is as large as a, and a goes once it is there.
TEST(Mutate, ReplacesATensorByAFreshOne) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).mutate({"a"}, {0}, 2).call({"a"}, {{"b", 1}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, eager).after("b");
  EXPECT_EQ(run.evicted(), "a");
  EXPECT_EQ(run.tally().peak_memory, 6);
  EXPECT_EQ(run.state().memory, 3 + 1);
  EXPECT_EQ(run.pool(), "b a$");  // b took the new one
}

TEST(Mutate, OfAViewIsAsLargeAsItsStorage) {
  TestTrace t;
  t.call({}, {{"a", 4}}, 1).call({"a"}, {view("v", 0)}, 1).mutate({"v"}, {0}, 2);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, eager).finish();
  EXPECT_EQ(run.evicted(), "");  // a is held under its own name
  EXPECT_EQ(run.state().memory, 4 + 4);
}

// Each index gets a tensor; then the first rebinding releases a, and the second the first a$.
TEST(Mutate, OfOneNameTwiceReleasesItsOwnFirstTensor) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).mutate({"a", "a"}, {0, 1}, 2);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, eager).finish();
  EXPECT_EQ(run.evicted(), "a a$");
  EXPECT_EQ(run.tally().peak_memory, 9);
  EXPECT_EQ(run.state().memory, 3);
}

TEST(CopyFrom, ReleasesWhatItsNameDenoted) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).call({}, {{"b", 2}}, 1).copy_from("a", "b").release("b");
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, eager).finish();
  EXPECT_EQ(run.evicted(), "a");  // b is still denoted by the name a
  EXPECT_TRUE(run.pinned("b"));
}

}  // namespace
}  // namespace rematfuzz::testing
