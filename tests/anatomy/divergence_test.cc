// Where two runs part.
#include "sim/anatomy/divergence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/anatomy/side_by_side.h"
#include "tests/anatomy/everywhere.h"
#include "tests/anatomy/subject.h"

namespace rematfuzz::testing {
namespace {

Divergence diverge(const Trace& trace, const Setting& setting, Bytes smaller, Bytes larger) {
  return find_divergence(subject_of(trace, setting), options_of(trace, setting), {smaller, larger});
}

std::string victim(const Trace& trace, const std::optional<EvictionSide>& side) {
  if (!side) return "none";
  return std::string(name_of(side->eviction.cause)) + ":" +
         trace.label(trace.storages[side->eviction.storage].root);
}

const Setting eager{.runtime = "RuntimeV2Eager"};

// a, b and c of 2 bytes; all are released at the end, a first.
TestTrace three() {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({}, {{"b", 2}}, 1).call({}, {{"c", 2}}, 1);
  t.release("b").release("c").release("a");
  return t;
}

TEST(Divergence, SameRegimeSameRun) {
  const Trace trace = three().build();
  const Divergence same = diverge(trace, eager, 4, 5);
  EXPECT_TRUE(same.equal());
  EXPECT_FALSE(same.first_eviction.has_value());
  EXPECT_FALSE(same.first_choice.has_value());
  EXPECT_EQ(same.runs[0], same.runs[1]);
  EXPECT_EQ(same.runs[0].result.peak_memory, 4);
  EXPECT_EQ(same.runs[0].result.smallest_refused, 6);
  EXPECT_TRUE(diverge(trace, eager, 6, unlimited).equal());
  EXPECT_FALSE(diverge(trace, eager, 5, 6).equal());
}

TEST(Divergence, FirstComparisonThatDiffers) {
  const Trace trace = three().build();
  const Divergence two = diverge(trace, eager, 4, 6);
  const Comparison& parting = the(two.parting);
  EXPECT_EQ(trace.label(parting.target), "c");
  EXPECT_EQ(parting.memory, 4);
  EXPECT_EQ(parting.need, 2);
  EXPECT_EQ(parting.request(), 6);
  EXPECT_EQ(parting.step, 2U);
  EXPECT_EQ(parting.depth, 1U);
}

// Both evict for c; after that only the larger budget has room.
TEST(Divergence, ComparesAgainAfterEachEviction) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({}, {{"b", 2}}, 1).call({}, {{"c", 3}}, 1);
  const Trace trace = t.release("a").release("b").release("c").build();
  const Divergence two = diverge(trace, eager, 4, 5);
  const Comparison& parting = the(two.parting);
  EXPECT_EQ(parting.memory, 2);
  EXPECT_EQ(parting.request(), 5);
}

TEST(Divergence, FirstEvictionCountsReleases) {
  const Trace trace = three().build();
  const Divergence two = diverge(trace, eager, 4, 6);
  const EvictionSplit& split = the(two.first_eviction);
  EXPECT_EQ(split.number, 1U);
  EXPECT_EQ(victim(trace, split.sides[0]), "choice:a");
  EXPECT_EQ(victim(trace, split.sides[1]), "release:b");
  // The policy had both before it, and goes by the last access; a release asks nobody.
  const EvictionSide& choice = the(split.sides[0]);
  EXPECT_EQ(the(choice.scores[0]).score, 2.0);
  EXPECT_EQ(the(choice.scores[1]).score, 3.0);
  EXPECT_EQ(trace.label(choice.eviction.target), "c");
  const EvictionSide& release = the(split.sides[1]);
  EXPECT_FALSE(release.scores[0] || release.scores[1]);
  EXPECT_EQ(release.eviction.target, no_id);
}

TEST(Divergence, FirstChoiceOfOneRunAlone) {
  const Trace trace = three().build();
  const Divergence two = diverge(trace, eager, 4, 6);
  const EvictionSplit& split = the(two.first_choice);
  EXPECT_EQ(split.number, 1U);
  EXPECT_EQ(victim(trace, split.sides[0]), "choice:a");
  EXPECT_EQ(victim(trace, split.sides[1]), "none");
}

// The first place where `a` and `b` differ, counted from 1; 0: they are equal.
template <class Sequence>
std::size_t first_difference(const Sequence& a, const Sequence& b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() && in_b == b.end()) return 0;
  return static_cast<std::size_t>(in_a - a.begin()) + 1;
}

TEST(Divergence, AgreesWithTheTwoRunsOfEveryKind) {
  int parted = 0;
  int split = 0;
  for_random_runs([&](const Subject& subject, const RunOptions& options) {
    RunOptions other = options;
    other.budget = options.budget + 3;
    const auto run = [&](const RunOptions& at) {
      return run_trace(subject.trace, subject.runtime, subject.policy_name, subject.policy, at);
    };
    const std::array<RunResult, 2> results{run(options), run(other)};
    const Divergence two = find_divergence(subject, options, {options.budget, other.budget});
    EXPECT_EQ(two.runs[0].result, results[0]);
    EXPECT_EQ(two.runs[1].result, results[1]);
    // One regime, exactly if neither budget's run refuses what the other one takes.
    EXPECT_EQ(two.equal(), results[0].smallest_refused > other.budget);
    const std::size_t first =
        first_difference(results[0].eviction_sequence, results[1].eviction_sequence);
    EXPECT_EQ(two.first_eviction ? two.first_eviction->number : 0, first);
    parted += two.equal() ? 0 : 1;
    split += two.first_choice ? 1 : 0;
    // Either run meets it, for up to there they are the same.
    EXPECT_EQ(two.runs[1].parting, two.runs[0].parting);
    if (!two.parting) return;
    EXPECT_GT(two.parting->request(), options.budget);
    EXPECT_LE(two.parting->request(), other.budget);
  });
  EXPECT_GT(parted, 100);
  EXPECT_GT(split, 100);
}

TEST(Divergence, ScoresAreThoseOfTheChoice) {
  for_random_runs([&](const Subject& subject, const RunOptions& options) {
    const Divergence two = find_divergence(subject, options, {options.budget, options.budget + 3});
    if (!two.first_choice) return;
    for (std::size_t run = 0; run < 2; ++run) {
      const auto& side = two.first_choice->sides[run];
      if (!side) continue;
      ASSERT_TRUE(side->scores[run].has_value());  // a victim was a candidate
      const auto& rival = side->scores[1 - run];
      if (!rival || !rival->score) continue;
      EXPECT_LE(side->scores[run]->score, rival->score);
    }
  });
}

TEST(History, ReworkAddsUpToWhatWasRematerialized) {
  Nanos total = 0;
  for_random_runs([&](const Subject& subject, const RunOptions& options) {
    const History history = record_run(subject, options, options.budget);
    Nanos cost = 0;
    for (const Rework& rework : history.rework) cost += rework.cost;
    EXPECT_EQ(cost, history.result.remat_compute);
    EXPECT_EQ(history.evictions.size(), history.result.evictions);
    EXPECT_FALSE(history.parting.has_value());
    total += cost;
  });
  EXPECT_GT(total, 1000);
}

TEST(SideBySide, CountsEvictionsPerStorage) {
  const Trace trace = chain_trace().build();
  std::array<History, 2> runs;
  const auto evict = [&](std::size_t run, const char* label) {
    runs[run].evictions.push_back({.storage = storage_of(trace, label)});
  };
  for (const char* label : {"a", "b", "a", "a"}) evict(0, label);
  for (const char* label : {"b", "c", "b", "w"}) evict(1, label);
  EXPECT_EQ(compare_evicted(trace, runs), (EvictedSets{.both = 1, .either = 4}));
  EXPECT_EQ(compare_evicted(trace, runs).jaccard(), 0.25);
  const StorageId a = storage_of(trace, "a");
  const StorageId b = storage_of(trace, "b");
  const std::vector<StorageEvictions> most = most_evicted(trace, runs, 9);
  ASSERT_EQ(most.size(), 2U);  // of the others, none was evicted more than once
  EXPECT_EQ(most[0], (StorageEvictions{a, {3, 0}}));
  EXPECT_EQ(most[1], (StorageEvictions{b, {1, 2}}));
  EXPECT_EQ(most_evicted(trace, runs, 1).size(), 1U);
  EXPECT_EQ(compare_evicted(trace, {}).jaccard(), 1);
}

TEST(SideBySide, OrdersOperatorsByWhatTheyCost) {
  std::array<History, 2> runs;
  runs[0].rework = {{1, 5}, {0, 0}, {2, 7}, {1, 0}};
  runs[1].rework = {{3, 9}, {0, 0}, {0, 0}, {0, 0}};
  const std::vector<OperatorRework> most = most_reworked(runs, 9);
  ASSERT_EQ(most.size(), 3U);
  EXPECT_EQ(most[0], (OperatorRework{0, {Rework{1, 5}, Rework{3, 9}}}));
  EXPECT_EQ(most[1].name, 2U);
  EXPECT_EQ(most[2].name, 3U);
  EXPECT_EQ(most_reworked(runs, 2).size(), 2U);
}

}  // namespace
}  // namespace rematfuzz::testing
