// The anatomy of a moment, where the answer is plain to see.
#include "sim/anatomy/anatomy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/anatomy/subject.h"

namespace rematfuzz::testing {
namespace {

Explanation explain(const Trace& trace, const Setting& setting) {
  return explain_run(subject_of(trace, setting), options_of(trace, setting));
}

// "d:w(3) c:(0) b:a(2)": each level's target, what it locks, and the bytes of that.
std::string chain_text(const Trace& trace, const Anatomy& anatomy) {
  std::string text;
  for (const Level& level : anatomy.chain)
    text += fmt::format("{}{}:{}({})", text.empty() ? "" : " ", trace.label(level.target),
                        labels_of(trace, level.locks), level.locked);
  return text;
}

TEST(Anatomy, OfAFailure) {
  const Trace trace = chain_trace().build();
  const Explanation run = explain(trace, {.budget = 7});
  ASSERT_EQ(run.result.result, Outcome::oom);
  const Anatomy& failure = the(run.failure);
  EXPECT_EQ(&run.moment(), &failure);
  EXPECT_EQ(trace.label(failure.target()), "b");
  EXPECT_EQ(chain_text(trace, failure), "d:w(3) c:(0) b:a(2)");
  EXPECT_FALSE(failure.chain.front().rematerialize);
  EXPECT_TRUE(failure.chain.back().rematerialize);
  EXPECT_EQ(failure.memory, 6);
  EXPECT_EQ(failure.need, 2);
  EXPECT_EQ(failure.excess(7), 1);
  EXPECT_EQ(failure.split.pinned, (MemoryPart{1, 1}));
  EXPECT_EQ(failure.split.locked, (MemoryPart{5, 2}));
  EXPECT_EQ(failure.split.in_use(), (MemoryPart{6, 3}));
  EXPECT_TRUE(failure.fully_pinned());
  EXPECT_FALSE(failure.output_condition);
  EXPECT_EQ(trace.steps[failure.step].index, trace.tensors[tensor_of(trace, "d")].call);
}

TEST(Anatomy, NamesWhatWasKeptFromThePolicy) {
  const Trace trace = chain_trace().build();
  const Explanation run = explain(trace, {.budget = 7, .retained = {"big"}});
  const Anatomy& failure = the(run.failure);
  EXPECT_EQ(chain_text(trace, failure), "d:w(3) c:(0) b:(0) a:(0)");
  EXPECT_EQ(failure.memory, 7);
  EXPECT_FALSE(failure.fully_pinned());
  EXPECT_EQ(labels_of(trace, failure.kept_out), "big");
  EXPECT_EQ(failure.split.kept_out, (MemoryPart{3, 1}));
}

TEST(Anatomy, OfAPassIsThatOfItsMostPinnedMoment) {
  TestTrace t = chain_trace();
  for (const char* name : {"x", "a", "b", "c", "w", "big", "d"}) t.release(name);
  const Trace released = t.build();
  const Explanation pass = explain(released, {.budget = 8});
  ASSERT_EQ(pass.result.result, Outcome::pass);
  EXPECT_FALSE(pass.failure.has_value());
  EXPECT_EQ(&pass.moment(), &pass.most_pinned);
  // x, w and a are in use for b, then x, w and b for c: the first of equal moments counts.
  EXPECT_EQ(chain_text(released, pass.most_pinned), "d:w(3) c:(0) b:a(2)");
  EXPECT_EQ(pass.most_pinned.split.not_evictable(), pass.pressure.pinned);
  EXPECT_LE(pass.most_pinned.excess(8), 0);
}

TEST(Anatomy, OfTheOutputCondition) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 2}}, 1).call({}, {{"b", 2}}, 1).build();
  const Explanation run = explain(trace, {.budget = 3});
  EXPECT_TRUE(the(run.failure).output_condition);
  EXPECT_EQ(the(run.failure).step, 3U);
  EXPECT_EQ(chain_text(trace, the(run.failure)), "b:(0)");
  EXPECT_TRUE(the(run.failure).chain.front().rematerialize);
  EXPECT_EQ(the(run.failure).split.pinned, (MemoryPart{2, 1}));
}

// A view's own recomputation locks its storage once, however many of its tensors are arguments.
TEST(Anatomy, CountsALockedStorageOnce) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({"a"}, {view("v", 0)}, 1).call({"a", "v", "a"}, {{"b", 9}}, 1);
  const Trace trace = t.build();
  const Explanation run = explain(trace, {.budget = 10});
  EXPECT_EQ(chain_text(trace, the(run.failure)), "b:a(2)");
  EXPECT_EQ(the(run.failure).split.locked, (MemoryPart{2, 1}));
}

// The view v is to be computed again, on a storage that is there: until then it locks nothing.
TEST(Anatomy, LeavesAStorageToTheLevelThatLocksIt) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({"a"}, {view("v", 0), {"o", 5}}, 1).constant("k", 1);
  const Trace trace = t.call({"v"}, {{"d", 1}}, 1).build();
  EXPECT_EQ(chain_text(trace, the(explain(trace, {.budget = 7}).failure)), "d:(0) v:a(2)");
}

// c is locked once it is back, although the list of what d waits for names it a second time.
TEST(Anatomy, CountsAnArgumentThatIsNamedTwice) {
  TestTrace t;
  t.call({}, {{"c", 2}}, 1).call({}, {{"e", 3}}, 1).call({}, {{"z", 4}}, 1);
  const Trace trace = t.call({"c", "e", "c"}, {{"d", 1}}, 1).build();
  EXPECT_EQ(chain_text(trace, the(explain(trace, {.budget = 4}).failure)), "d:c(2) e:(0)");
}

TEST(Pressure, IsSampledWhereACallIsReady) {
  const Trace trace = chain_trace().build();
  const Pressure pressure = explain(trace, {.budget = 7}).pressure;
  EXPECT_EQ(pressure.pinned, (MemoryPart{6, 3}));
  EXPECT_EQ(pressure.depth, 3U);
  EXPECT_EQ(pressure.deepest, 4U);  // for a, when less was locked
}

TEST(Pressure, TakesTheFirstOfEqualPeaks) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({"a"}, {{"b", 2}}, 1).call({"b"}, {{"c", 2}}, 1);
  const Trace trace = t.release("a").release("b").release("c").build();
  const Pressure pressure = explain(trace, {}).pressure;
  EXPECT_EQ(pressure.pinned, (MemoryPart{2, 1}));
  EXPECT_EQ(pressure.step, 1U);
}

TEST(Pressure, HasASampleEvenWhereNothingIsEverPinned) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 2}}, 1).release("a").build();
  const Explanation run = explain(trace, {});
  EXPECT_EQ(run.pressure.pinned, MemoryPart{});
  EXPECT_EQ(run.pressure.depth, 1U);
  EXPECT_EQ(run.pressure.deepest, 1U);
  EXPECT_EQ(chain_text(trace, run.most_pinned), "a:(0)");
}

}  // namespace
}  // namespace rematfuzz::testing
