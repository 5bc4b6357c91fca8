// The search for a cause: against brute force, and what it says about what it found.
#include "sim/blame/blame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/run/simulate.h"
#include "tests/slow_build.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

using ::testing::IsEmpty;

void forwards(std::size_t count, const std::function<void(std::size_t)>& body) {
  for (std::size_t i = 0; i < count; ++i) body(i);
}
void backwards(std::size_t count, const std::function<void(std::size_t)>& body) {
  for (std::size_t i = count; i-- > 0;) body(i);
}

using Sets = std::vector<std::vector<StorageId>>;

std::vector<StorageId> set_of(const Cause& cause) {
  std::vector<StorageId> set;
  set.reserve(cause.culprits.size());
  for (const Culprit& culprit : cause.culprits) set.push_back(culprit.storage);
  return set;
}

Sets sets_of(const Blame& blame) {
  Sets sets;
  sets.reserve(blame.causes.size());
  for (const Cause& cause : blame.causes) sets.push_back(set_of(cause));
  return sets;
}

// A question about a run, and ways to ask it.
struct Case {
  Case(const Trace& of, const Setting& with)
      : trace(of), setting(with), baseline(compute_baseline(of)) {}

  RunResult run(const std::vector<StorageId>& retained) const {
    SimulatorOptions options = simulator_options(trace, setting);
    options.retained.insert(options.retained.end(), retained.begin(), retained.end());
    const PolicyEntry& policy = find_policy(setting.policy);
    return run_trace(trace, find_runtime(setting.runtime), policy.name, *policy.policy,
                     {.budget = setting.budget, .simulator = options, .seed = setting.seed});
  }

  BlameQuestion question() const {
    const PolicyEntry& policy = find_policy(setting.policy);
    return {.trace = trace,
            .baseline = baseline,
            .runtime = find_runtime(setting.runtime),
            .policy_name = policy.name,
            .policy = *policy.policy,
            .options = {.budget = setting.budget,
                        .simulator = simulator_options(trace, setting),
                        .seed = setting.seed},
            .plain = run({}),
            .target = target,
            .remat_limit = setting.remat_limit};
  }

  Blame find(const BlameBounds& bounds = {.most_runs = 1'000'000, .largest_set = 2},
             const ForEach& for_each = forwards) const {
    return find_blame(question(), bounds, for_each);
  }

  bool turns(const std::vector<StorageId>& retained) const {
    const RunResult result = run(retained);
    return result.result == Outcome::pass &&
           (!target || overhead_of(baseline, result.clock) <= *target);
  }

  // All sets of the smallest size that has any, up to two storages, in the order of the answer.
  Sets brute_force() const {
    Sets found;
    const auto storages = static_cast<StorageId>(trace.storages.size());
    for (StorageId a = 0; a < storages; ++a)
      if (turns({a})) found.push_back({a});
    if (found.empty())
      for (StorageId a = 0; a < storages; ++a)
        for (StorageId b = a + 1; b < storages; ++b)
          if (turns({a, b})) found.push_back({a, b});
    std::ranges::sort(found, {}, [&](const std::vector<StorageId>& set) {
      return std::pair(run(set).clock, set);
    });
    return found;
  }

  const Trace& trace;
  Setting setting;
  Baseline baseline;
  std::optional<double> target = std::nullopt;  // NOLINT(readability-redundant-member-init)
};

// AbLocal drops the cheap c1, c2, ... before the big a1, a2, ..., which it has to drop as well; and
// there is no room for those again once d holds b.
Trace cheap_ones_first(int count) {
  TestTrace t;
  t.constant("x", 1);
  TestTrace::Names args{"b"};
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    t.call_of("big", {"x"}, {{"a" + number, 4}}, 5);
    t.call_of("small", {"a" + number}, {{"c" + number, 1}}, 1).release("a" + number);
    args.push_back("c" + number);
  }
  t.call_of("other", {"x"}, {{"b", 4}}, 1).call_of("last", args, {{"d", 1}}, 1);
  for (const std::string& name : args) t.release(name);
  return t.release("x").build();
}

Setting ab_local(Bytes budget) { return {.policy = "AbLocal", .budget = budget}; }

TEST(Blame, FindsTheStorageThatHasToStay) {
  const Trace trace = cheap_ones_first(1);
  const Case one(trace, ab_local(7));
  const Blame blame = one.find();
  ASSERT_EQ(blame.control.result.result, Outcome::oom);
  EXPECT_EQ(trace.label(blame.control.stopped_by.target), "a1");
  EXPECT_EQ(blame.control.stopped_by.memory, 5);
  EXPECT_EQ(blame.control.stopped_by.need, 4);
  EXPECT_EQ(blame.control.stopped_by.missing, 2);
  EXPECT_EQ(blame.singles, 2U);
  EXPECT_EQ(blame.singles_tried, 2U);
  EXPECT_EQ(blame.pairs_tried, 0U);
  ASSERT_EQ(blame.causes.size(), 1U);
  EXPECT_EQ(blame.causes[0].run.clock, 1 + 5 + 1 + 1 + 1);
  ASSERT_EQ(blame.causes[0].culprits.size(), 1U);
  const Culprit& culprit = blame.causes[0].culprits[0];
  EXPECT_EQ(culprit.storage, storage_of(trace, "c1"));
  EXPECT_EQ(culprit.times, 1U);
  EXPECT_EQ(culprit.retaining, no_id);
  EXPECT_EQ(culprit.prevented.index, 0U);
  EXPECT_EQ(trace.label(culprit.prevented.shortage.target), "b");
  EXPECT_EQ(culprit.prevented.shortage.memory, 6);
  EXPECT_EQ(culprit.prevented.shortage.missing, 3);
}

TEST(Blame, FindsAPairWhereNoneAloneIsEnough) {
  const Trace trace = cheap_ones_first(2);
  const Case two(trace, ab_local(8));
  const Sets pair{{storage_of(trace, "c1"), storage_of(trace, "c2")}};
  EXPECT_EQ(sets_of(two.find()), pair);
  EXPECT_THAT(two.find({.most_runs = 1'000'000, .largest_set = 1}).causes, IsEmpty());
}

// b drops the cheapest, c1; with c1 retained c2; with both of them e, which nobody misses. For what
// d lacks then, there is no room.
TEST(Blame, NamesAnEvictionThatOnlyTheOtherOneBringsAbout) {
  TestTrace t;
  t.constant("x", 1);
  t.call({"x"}, {{"a1", 4}}, 5).call({"a1"}, {{"c1", 1}}, 1).release("a1");
  t.call({"x"}, {{"a2", 4}}, 5).call({"a2"}, {{"c2", 1}}, 2).release("a2");
  t.call({"x"}, {{"e", 1}}, 3).call({"x"}, {{"b", 5}}, 1).call({"b", "c1", "c2"}, {{"d", 0}}, 1);
  t.release("b").release("c1").release("c2").call({"e"}, {{"g", 1}}, 1).release("e").release("x");
  const Trace trace = t.build();
  const Case both(trace, {.runtime = "RuntimeV2Eager", .policy = "AbLocal", .budget = 8});
  const Blame blame = both.find();
  ASSERT_EQ(blame.causes.size(), 1U);
  ASSERT_EQ(blame.causes[0].culprits.size(), 2U);
  const Culprit& first = blame.causes[0].culprits[0];
  const Culprit& second = blame.causes[0].culprits[1];
  EXPECT_EQ(first.storage, storage_of(trace, "c1"));
  EXPECT_EQ(first.retaining, no_id);
  EXPECT_EQ(second.storage, storage_of(trace, "c2"));
  EXPECT_EQ(second.retaining, first.storage);
  EXPECT_EQ(trace.label(second.prevented.shortage.target), "b");
}

TEST(Blame, GivesUpWherePairsAreNotEnough) {
  const Trace trace = cheap_ones_first(3);
  const Blame blame = Case(trace, ab_local(9)).find();
  EXPECT_THAT(blame.causes, IsEmpty());
  EXPECT_GT(blame.pairs, 0U);
  EXPECT_EQ(blame.pairs_tried, blame.pairs);
}

TEST(Blame, TriesNoMoreThanItMay) {
  const Trace trace = cheap_ones_first(2);
  const Case two(trace, ab_local(8));
  const Blame all = two.find();
  const Blame cut = two.find({.most_runs = all.singles - 1, .largest_set = 2});
  EXPECT_EQ(cut.singles_tried, all.singles - 1);
  EXPECT_EQ(cut.pairs_tried, 0U);
  const Blame first_pair = two.find({.most_runs = all.singles + 1, .largest_set = 2});
  EXPECT_EQ(first_pair.singles_tried, all.singles);
  EXPECT_EQ(first_pair.pairs_tried, 1U);
  EXPECT_EQ(first_pair.pairs, all.pairs);
}

TEST(Blame, ReliesOnItsControl) {
  const Trace trace = cheap_ones_first(1);
  const Case one(trace, ab_local(7));
  BlameQuestion question = one.question();
  ++question.plain.heuristic_evals;
  EXPECT_THROW(find_blame(question, {.most_runs = 10, .largest_set = 1}, forwards),
               std::logic_error);
}

// Small random programs, all budgets at which they fail or are slow, all storages and all pairs.
class BruteForce : public ::testing::Test {
 protected:
  void compare(const Trace& trace, const Setting& setting, bool slow) {
    Case c(trace, setting);
    const RunResult plain = c.run({});
    if (slow == (plain.result != Outcome::pass)) return;
    if (slow) {
      c.target = (1 + overhead_of(c.baseline, plain.clock)) / 2;
      if (plain.remat_compute == 0) return;
      c.setting.remat_limit = remat_limit(c.baseline, *c.target);
      BlameQuestion question = c.question();
      question.plain = plain;
      question.options.simulator.remat_limit = setting.remat_limit;
      check(c, find_blame(question, bounds, forwards), find_blame(question, bounds, backwards));
    } else {
      check(c, c.find(bounds, forwards), c.find(bounds, backwards));
    }
  }

  void check(const Case& c, const Blame& blame, const Blame& reversed) {
    const Sets sets = sets_of(blame);
    EXPECT_EQ(sets, c.brute_force());
    EXPECT_EQ(sets, sets_of(reversed));
    for (const Cause& cause : blame.causes) {
      EXPECT_EQ(cause.run, c.run(set_of(cause)));
      for (const Culprit& culprit : cause.culprits) check_culprit(blame, culprit);
    }
    if (!sets.empty()) ++(sets[0].size() == 1 ? singles : pairs);
  }

  void check_culprit(const Blame& blame, const Culprit& culprit) {
    const auto is_it = [&](const ChosenEviction& e) { return e.storage == culprit.storage; };
    const auto times = std::ranges::count_if(blame.control.chosen, is_it);
    EXPECT_GT(culprit.times, 0U);
    EXPECT_EQ(culprit.prevented.storage, culprit.storage);
    EXPECT_EQ(culprit.retaining == no_id, times > 0);
    if (times > 0) EXPECT_EQ(culprit.times, static_cast<std::uint64_t>(times));
  }

  BlameBounds bounds{.most_runs = 1'000'000, .largest_set = 2};
  int singles = 0;
  int pairs = 0;
};

TEST_F(BruteForce, AgreesOnRunsOutOfMemory) {
  for (std::uint64_t seed = 0; seed < 40; seed += slow_build ? 2 : 1) {
    const Trace trace = random_trace(seed, 16);
    const Bytes peak = compute_baseline(trace).peak_memory;
    for (const char* policy : {"DTR", "LRU", "AbLocal"})
      for (Bytes budget = peak / 2; budget < peak; ++budget)
        compare(trace,
                {.runtime = "RuntimeV2EagerOptimized",
                 .policy = policy,
                 .budget = budget,
                 .remat_limit = 10'000},
                false);
  }
  EXPECT_GT(singles, 0);
  EXPECT_GT(pairs, 0);
}

TEST_F(BruteForce, AgreesOnSlowRuns) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const Trace trace = random_trace(seed, 16);
    const Bytes peak = compute_baseline(trace).peak_memory;
    for (Bytes budget = peak / 2; budget < peak; ++budget)
      compare(trace,
              {.runtime = "RuntimeV2EagerOptimized",
               .policy = "DTR",
               .budget = budget,
               .remat_limit = 10'000},
              true);
  }
  EXPECT_GT(singles, 0);
}

}  // namespace
}  // namespace rematfuzz::testing
