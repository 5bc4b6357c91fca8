// DTRUnopt walks what is evicted around each candidate; in RuntimeV1 over what banishing left.
#include <gtest/gtest.h>

#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

// a -> b -> c, b released; then d needs room.
Trace released_between() {
  TestTrace t;
  t.call({}, {{"a", 1}}, 4).call({"a"}, {{"b", 1}}, 5).call({"b"}, {{"c", 1}}, 6).release("b");
  return t.call({}, {{"d", 2}}, 1).release("a").build();
}

// From a over b to c, and from c over b to a: 2 neighbours each, for 2 candidates.
TEST(DtrUnopt, WalksThroughWhatEagerEvictionTook) {
  const Trace trace = released_between();
  for (const char* runtime : {"RuntimeV2Eager", "RuntimeV2EagerOptimized"}) {
    const RunResult result =
        simulate(trace, {.runtime = runtime, .policy = "DTRUnopt", .budget = 3});
    EXPECT_EQ(evictions_of(trace, result), "b a") << runtime;
    EXPECT_EQ(result.heuristic_evals, 2U) << runtime;
    EXPECT_EQ(result.heuristic_accesses, 2U + 4U) << runtime;
  }
}

// b is banished and has left a's children; c is pinned. So a is alone, without neighbours.
TEST(DtrUnopt, DoesNotSeeWhatWasBanished) {
  const Trace trace = released_between();
  const Setting setting{.runtime = "RuntimeV1", .policy = "DTRUnopt", .budget = 3};
  const RunResult result = simulate(trace, setting);
  EXPECT_EQ(evictions_of(trace, result), "b a");
  EXPECT_EQ(result.heuristic_evals, 1U);
  EXPECT_EQ(result.heuristic_accesses, 1U);
}

// When y needs room at clock 30, p (cost 3) was touched at 4, and w (5) at 19. But with p goes q
// (10, touched at 14), so that p is 13/16 against w's 5/11, where alone it is 3/26.
TEST(DtrUnopt, CountsWhatMustComeBackToo) {
  TestTrace t;
  t.call({}, {{"p", 1}}, 3).call({"p"}, {{"q", 1}}, 10).release("q").call({}, {{"w", 1}}, 5);
  t.call({}, {{"tick", 0}}, 11).call({}, {{"y", 1}}, 1).release("p").release("w");
  const Trace trace = t.build();
  Setting setting{.runtime = "RuntimeV2Eager", .policy = "DTRUnopt", .budget = 2};
  EXPECT_EQ(evictions_of(trace, simulate(trace, setting)), "q w p");
  setting.policy = "DTRLocal";
  EXPECT_EQ(evictions_of(trace, simulate(trace, setting)), "q p w");
}

}  // namespace
}  // namespace rematfuzz::testing
