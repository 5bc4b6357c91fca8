// The mechanism of a finding: each answer where it is plain to see, and all of them against what
// the whole of both runs shows.
#include "sim/anatomy/mechanism.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "sim/anatomy/anatomy.h"
#include "sim/anatomy/divergence.h"
#include "sim/base/error.h"
#include "tests/anatomy/everywhere.h"
#include "tests/anatomy/subject.h"

namespace rematfuzz::testing {
namespace {

Setting eager_run(const std::string& policy) {
  return {.runtime = "RuntimeV2EagerOptimized", .policy = policy};
}

Mechanism find(const Trace& trace, const Setting& setting, Bytes worse, Bytes better) {
  return find_mechanism(subject_of(trace, setting), options_of(trace, setting), worse, better);
}

Outcome outcome(const Trace& trace, Setting setting, Bytes budget) {
  setting.budget = budget;
  return simulate(trace, setting).result;
}

TEST(Mechanism, OfAHoleAtTheOutputCondition) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 1).call({"a"}, {{"b", 2}}, 3).call({}, {{"c", 3}}, 3);
  const Trace trace = t.call({"a"}, {{"d", 2}}, 1).release("a").build();
  ASSERT_EQ(outcome(trace, eager_run("DTR"), 7), Outcome::pass);
  ASSERT_EQ(outcome(trace, eager_run("DTR"), 8), Outcome::oom);
  // d is left for the end, when a, which it needs, no longer fits beside b and c. The first choice
  // is for c at 7, from a and b, and for d at 8, where a is locked.
  EXPECT_EQ(text(find(trace, eager_run("DTR"), 8, 7)),
            "output_condition/pinned/depth-1/candidates");
}

TEST(Mechanism, OfAHoleInTheProgram) {
  TestTrace t;
  t.call({}, {{"a", 3}}, 3).call({"a"}, {{"b", 3}}, 2).call({}, {{"c", 3}}, 1);
  t.call({"a"}, {{"d", 2}}, 3).call({"b", "c"}, {{"e", 1}}, 1).release("c");
  const Trace trace = t.release("a").release("b").release("d").release("e").build();
  ASSERT_EQ(outcome(trace, eager_run("DTR"), 7), Outcome::pass);
  ASSERT_EQ(outcome(trace, eager_run("DTR"), 8), Outcome::oom);
  // e waits for b, beside a and c. Both runs evict a and b first; then c is locked at 8.
  EXPECT_EQ(text(find(trace, eager_run("DTR"), 8, 7)), "program/pinned/depth-2/candidates");
}

TEST(Mechanism, OfARunThatPassesIsThatOfItsMostPinnedMoment) {
  TestTrace t = chain_trace();
  for (const char* name : {"x", "a", "b", "c", "w", "big", "d"}) t.release(name);
  const Trace trace = t.build();
  ASSERT_EQ(outcome(trace, {}, 8), Outcome::pass);
  EXPECT_EQ(text(find(trace, {}, 8, unlimited)), "program/pinned/depth-3-4/nothing");
  // With room for all, only w and c are pinned there, for d.
  EXPECT_EQ(text(find(trace, {}, unlimited, 8)), "program/unpinned/depth-1/nothing");
}

TEST(Mechanism, OfARunThatThrashesLikewise) {
  const Trace trace = chain_trace().build();
  const Setting limited{.remat_limit = 7};  // a and b come back for c, and pass it
  ASSERT_EQ(outcome(trace, limited, 8), Outcome::thrash);
  EXPECT_EQ(text(find(trace, limited, 8, unlimited)), "program/pinned/depth-3-4/nothing");
}

TEST(Mechanism, WhatIsKeptFromThePolicyIsNotPinned) {
  const Trace trace = chain_trace().build();
  EXPECT_TRUE(find(trace, {}, 7, unlimited).fully_pinned);
  const Mechanism kept = find(trace, {.retained = {"big"}}, 7, unlimited);
  EXPECT_FALSE(kept.fully_pinned);
  EXPECT_EQ(kept.nesting, Nesting::up_to_4);
}

// a, b, c and d of 2 bytes. At a budget of 4 one of a and b goes for c; at 6 one of a, b and c goes
// for d, after e, of no bytes, was made of a and released.
struct AThenB {
  Nanos cost_a = 1;
  Nanos cost_b = 2;
  Nanos cost_e = 5;
  bool e_is_view = false;
  Nanos wait = 1;  // before d

  Trace build() const {
    TestTrace t;
    t.call({}, {{"a", 2}}, cost_a).call({}, {{"b", 2}}, cost_b);
    t.call({}, {{"time", 0}}, 8).release("time").call({}, {{"c", 2}}, 100);
    t.call({"a"}, {e_is_view ? view("e", 0) : OutputSpec{"e", 0}}, cost_e).release("e");
    t.call({}, {{"more", 0}}, wait).release("more").call({}, {{"d", 2}}, 1);
    for (const char* name : {"a", "b", "c", "d"}) t.release(name);
    return t.build();
  }
};

TurnsOn turns_on(const std::string& policy, const AThenB& program) {
  const Trace trace = program.build();
  const TurnsOn found = find(trace, eager_run(policy), 4, 6).turns_on;
  // The one of the two that is worse is worse for the same.
  EXPECT_EQ(find(trace, eager_run(policy), 6, 4).turns_on, found);
  return found;
}

TEST(TurnsOn, NothingWhereTheRunsAreEqual) {
  const Trace trace = AThenB().build();
  EXPECT_EQ(find(trace, eager_run("LRU"), 4, 4).turns_on, TurnsOn::nothing);
  EXPECT_EQ(find(trace, eager_run("LRU"), 4, 5).turns_on, TurnsOn::nothing);
  EXPECT_EQ(find(trace, eager_run("LRU"), 4, 5), find(trace, eager_run("LRU"), 5, 4));
}

TEST(TurnsOn, NothingWhereARunChoosesOnceMore) {
  const Trace trace = AThenB().build();
  EXPECT_EQ(find(trace, eager_run("LRU"), 4, unlimited).turns_on, TurnsOn::nothing);
  EXPECT_EQ(find(trace, eager_run("LRU"), unlimited, 4).turns_on, TurnsOn::nothing);
}

TEST(TurnsOn, CandidatesWhereAVictimIsOneInOneRunAlone) {
  // c is the cheapest by then.
  EXPECT_EQ(turns_on("AbLocal", {.cost_a = 200, .cost_b = 300}), TurnsOn::candidates);
}

TEST(TurnsOn, ZeroCost) {
  // The first of the pool at 4 is a, which e then moves to its end.
  EXPECT_EQ(turns_on("AbLocal", {.cost_a = 0, .cost_b = 0}), TurnsOn::zero_cost);
}

TEST(TurnsOn, TieWhereTheOrderOfThePoolDecides) {
  EXPECT_EQ(turns_on("LargestStorage", {}), TurnsOn::tie);
  EXPECT_EQ(turns_on("AbLocal", {.cost_a = 1, .cost_b = 1}), TurnsOn::tie);
}

TEST(TurnsOn, StalenessWhereOnlyTimesDiffer) {
  EXPECT_EQ(turns_on("LRU", {}), TurnsOn::staleness);
  EXPECT_EQ(turns_on("AbStale", {}), TurnsOn::staleness);
  EXPECT_EQ(turns_on("DTRLocal", {}), TurnsOn::staleness);
  // A view's cost is none of theirs.
  EXPECT_EQ(turns_on("LRU", {.cost_e = 1000, .e_is_view = true}), TurnsOn::staleness);
  EXPECT_EQ(turns_on("AbStale", {.cost_e = 1000, .e_is_view = true}), TurnsOn::staleness);
}

TEST(TurnsOn, NeighborhoodWhereOnlySumsDiffer) {
  EXPECT_EQ(turns_on("AbE", {}), TurnsOn::neighborhood);
  EXPECT_EQ(turns_on("AbEq", {}), TurnsOn::neighborhood);
}

TEST(TurnsOn, ComputeWhereAViewAddsToIt) {
  EXPECT_EQ(turns_on("AbLocal", {.e_is_view = true}), TurnsOn::compute);
  EXPECT_EQ(turns_on("AbE", {.e_is_view = true}), TurnsOn::compute);
}

// At 4 a scores 2/3 of b. At 6 a has waited for cost_e + 1, and b for 108 longer: of the ratio of
// their scores that is a factor of 33.9 or 5.5. What e adds to a's cost is one of 2 or 11.
TEST(TurnsOn, WhatDoesMore) {
  AThenB program{.cost_a = 4, .cost_b = 4, .cost_e = 4};
  EXPECT_EQ(turns_on("DTR", program), TurnsOn::staleness);
  EXPECT_EQ(turns_on("DTREqClass", program), TurnsOn::staleness);
  program.cost_e = 40;
  EXPECT_EQ(turns_on("DTR", program), TurnsOn::neighborhood);
  EXPECT_EQ(turns_on("DTREqClass", program), TurnsOn::neighborhood);
}

// A view accesses a when it is done, too: a has waited for 100, b for 608, a factor of 9.1. The
// cost is one of 101.
TEST(TurnsOn, WhatDoesMoreWithAView) {
  const AThenB program{.cost_a = 4, .cost_b = 4, .cost_e = 400, .e_is_view = true, .wait = 100};
  EXPECT_EQ(turns_on("DTR", program), TurnsOn::compute);
  EXPECT_EQ(turns_on("DTRLocal", program), TurnsOn::compute);
  EXPECT_EQ(turns_on("DTRUnopt", program), TurnsOn::compute);
  EXPECT_EQ(turns_on("AbStale", program), TurnsOn::staleness);
}

TEST(TurnsOn, OrderWhereThePolicyGoesByNoScore) {
  const Trace trace = AThenB().build();
  std::set<TurnsOn> found;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Setting setting = eager_run("RandomStorage");
    setting.seed = seed;
    found.insert(find(trace, setting, 4, 6).turns_on);
  }
  EXPECT_EQ(found, (std::set{TurnsOn::candidates, TurnsOn::order}));
}

TEST(Mechanism, ThrowsAsARunDoes) {
  TestTrace t;
  t.call({}, {{"a", 1}}, Nanos{1} << 59).call({}, {{"b", 1}}, 1);
  for (const std::string i : {"1", "2", "3", "4", "5", "6", "7", "8"})
    t.call({"a"}, {{"c" + i, 0}}, 1).call({"b"}, {{"d" + i, 0}}, 1);
  const Trace trace = t.build();
  EXPECT_THROW(find(trace, {}, 1, 2), InputError);  // a comes back 8 times
  EXPECT_NO_THROW(find(trace, {}, 2, 3));
  EXPECT_THROW(find(trace, {.runtime = "RuntimeV2Eager", .policy = "DTR"}, 1, 2), InputError);
}

TEST(Mechanism, NestingIsAClassOfDepths) {
  EXPECT_EQ(nesting_of(1), Nesting::one);
  EXPECT_EQ(nesting_of(2), Nesting::two);
  EXPECT_EQ(nesting_of(3), Nesting::up_to_4);
  EXPECT_EQ(nesting_of(4), Nesting::up_to_4);
  EXPECT_EQ(nesting_of(5), Nesting::up_to_8);
  EXPECT_EQ(nesting_of(8), Nesting::up_to_8);
  EXPECT_EQ(nesting_of(9), Nesting::up_to_16);
  EXPECT_EQ(nesting_of(16), Nesting::up_to_16);
  EXPECT_EQ(nesting_of(17), Nesting::deeper);
  EXPECT_EQ(nesting_of(1000), Nesting::deeper);
}

TEST(Mechanism, NumbersAreDenseAndTextsDistinct) {
  std::set<std::string> texts;
  std::uint32_t next = 0;
  for (const Place place : {Place::program, Place::output_condition})
    for (const bool pinned : {false, true})
      for (std::size_t depth = 1; depth <= 32; depth *= 2)
        for (int turns_on = 0; turns_on <= static_cast<int>(TurnsOn::order); ++turns_on) {
          const Mechanism mechanism{place, pinned, nesting_of(depth),
                                    static_cast<TurnsOn>(turns_on)};
          EXPECT_EQ(mechanism_index(mechanism), next);
          EXPECT_EQ(mechanism_at(next), mechanism);
          ++next;
          texts.insert(text(mechanism));
        }
  EXPECT_EQ(next, mechanism_count);
  EXPECT_EQ(texts.size(), mechanism_count);
}

// What the two runs show, each run from start to end.
struct Whole {
  const Subject& subject;
  RunOptions options;
  Bytes worse = 0;
  Bytes better = 0;

  Anatomy decisive() const {
    RunOptions at = options;
    at.budget = worse;
    return explain_run(subject, at).moment();
  }
  Divergence divergence() const {
    RunOptions plain = options;
    plain.simulator.sums = SumSource::regions;
    return find_divergence(subject, plain, {std::min(worse, better), std::max(worse, better)});
  }
};

// The scores of the worse run's victim and of the better one's, in the worse run and in the better
// one; by how much the victims' staleness alone takes the ratio up.
struct Scores {
  std::array<std::array<ScoreParts, 2>, 2> parts;

  double score(std::size_t run, std::size_t victim) const { return the(parts[run][victim].score); }
  double ratio(std::size_t run) const { return score(run, 0) / score(run, 1); }
  double staleness(std::size_t run) const {
    return static_cast<double>(parts[run][0].staleness) /
           static_cast<double>(parts[run][1].staleness);
  }
};

// Of a policy that divides by staleness, where neither part of the way is as good as equal.
void check_what_does_more(const Scores& scores, TurnsOn turns_on) {
  const double all = scores.ratio(1) / scores.ratio(0);
  const double times = scores.staleness(0) / scores.staleness(1);
  if (!std::isfinite(all) || !std::isfinite(times)) return;
  if (times * times > all * 1.000001) EXPECT_EQ(turns_on, TurnsOn::staleness);
  if (times * times < all * 0.999999) EXPECT_NE(turns_on, TurnsOn::staleness);
}

bool divides_by_staleness(std::string_view policy) {
  return find_policy(policy).formula.ends_with("stale)") ||
         find_policy(policy).formula.ends_with("/ stale");
}

void check_turns_on(const Whole& whole, TurnsOn turns_on) {
  const Divergence runs = whole.divergence();
  const bool splits =
      runs.first_choice && runs.first_choice->sides[0] && runs.first_choice->sides[1];
  EXPECT_EQ(turns_on == TurnsOn::nothing, !splits);
  if (!splits) return;
  Scores scores;
  bool candidates = true;
  for (std::size_t run = 0; run < 2; ++run)
    for (std::size_t victim = 0; victim < 2; ++victim) {
      const bool swapped = whole.worse > whole.better;
      const auto& found = the(runs.first_choice->sides[swapped ? 1 - run : run])
                              .scores[swapped ? 1 - victim : victim];
      if (found) scores.parts[run][victim] = *found;
      if (!found) candidates = false;
    }
  EXPECT_EQ(turns_on == TurnsOn::candidates, !candidates);
  if (!candidates) return;
  const bool scored = scores.parts[0][0].score.has_value();
  EXPECT_EQ(turns_on == TurnsOn::order, !scored);
  if (!scored) return;
  const bool zero = scores.score(0, 0) == 0 || scores.score(1, 1) == 0;
  EXPECT_EQ(turns_on == TurnsOn::zero_cost, zero);
  if (zero) return;
  const bool tie =
      scores.score(0, 0) == scores.score(0, 1) || scores.score(1, 0) == scores.score(1, 1);
  EXPECT_EQ(turns_on == TurnsOn::tie, tie);
  if (tie) return;
  const Policy& policy = whole.subject.policy;
  if (policy.reads_accesses() == AccessUse::none) EXPECT_NE(turns_on, TurnsOn::staleness);
  if (policy.reads_accesses() != AccessUse::neighborhood && policy.structure() == Structure::none)
    EXPECT_NE(turns_on, TurnsOn::neighborhood);
  if (divides_by_staleness(whole.subject.policy_name)) check_what_does_more(scores, turns_on);
}

TEST(Mechanism, IsWhatTheWholeRunsShow) {
  std::map<TurnsOn, int> found;
  for_random_runs([&](const Subject& subject, const RunOptions& options) {
    for (const Bytes other : {options.budget + 3, options.budget - 2}) {
      const Whole whole{subject, options, options.budget, other};
      const Mechanism mechanism = find_mechanism(subject, options, options.budget, other);
      EXPECT_EQ(find_mechanism(subject, options, options.budget, other), mechanism);
      const Anatomy decisive = whole.decisive();
      EXPECT_EQ(mechanism.place == Place::output_condition, decisive.output_condition);
      EXPECT_EQ(mechanism.fully_pinned, decisive.fully_pinned());
      EXPECT_EQ(mechanism.nesting, nesting_of(decisive.depth()));
      check_turns_on(whole, mechanism.turns_on);
      ++found[mechanism.turns_on];
    }
  });
  for (const TurnsOn common : {TurnsOn::nothing, TurnsOn::candidates, TurnsOn::zero_cost,
                               TurnsOn::tie, TurnsOn::staleness, TurnsOn::order})
    EXPECT_GT(found[common], 5) << name_of(common);
}

}  // namespace
}  // namespace rematfuzz::testing
