// Which of the candidates is chosen, and how many are looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>

#include "tests/policy/scene.h"

namespace rematfuzz::testing {
namespace {

struct Candidate {
  const char* label = "";
  Bytes size = 1;
  Nanos cost = 1;
  Nanos stale = 1;
};

// Storages without neighbours, in the pool in this order.
Scene candidates(std::initializer_list<Candidate> list) {
  TestTrace t;
  for (const Candidate& one : list) t.call({}, {{one.label, one.size}}, one.cost);
  Scene scene(t.build());
  scene.clock(100);
  for (const Candidate& one : list) scene.access(one.label, 100 - one.stale).offer({one.label});
  return scene;
}

TEST(Choice, IsTheLastOfTheSmallest) {
  Scene scene = candidates({{"a", 2, 3}, {"b", 4, 6}, {"c", 1, 9}, {"d", 6, 9}, {"e", 1, 2}});
  EXPECT_EQ(scene.choose("AbLocalSize").victim, "d");  // 3/2, as a and b have
  EXPECT_EQ(scene.choose("DTR").victim, "d");
  EXPECT_EQ(scene.choose("LRU").victim, "e");  // all are equal
  EXPECT_EQ(scene.choose("AbLocal").victim, "e");
}

TEST(Choice, SkipsTheHolesOfThePool) {
  Scene scene = candidates({{"a", 1, 1}, {"b", 1, 2}, {"c", 1, 3}});
  scene.state().pool.remove(scene.storage("a"));
  const Choice choice = scene.choose("AbLocal");
  EXPECT_EQ(choice.victim, "b");
  EXPECT_EQ(choice.evaluations, 2U);
}

TEST(Choice, StopsAtTheFirstScoreOfExactlyZero) {
  Scene scene = candidates({{"a", 1, 5}, {"b", 1, 0}, {"c", 1, 0}, {"d", 1, 0}});
  for (const char* name :
       {"DTR", "AbE", "MSPS", "DTREqClass", "AbEq", "DTRLocal", "AbLocal", "DTRUnopt"}) {
    const Choice choice = scene.choose(name);
    EXPECT_EQ(choice.victim, "b") << name;
    EXPECT_EQ(choice.evaluations, 2U) << name;
  }
}

TEST(Choice, OfLruStopsAtAnAccessAtZero) {
  Scene scene = candidates({{"a", 1, 1, 50}, {"b", 1, 1, 100}, {"c", 1, 1, 100}});
  const Choice choice = scene.choose("LRU");
  EXPECT_EQ(choice.victim, "b");
  EXPECT_EQ(choice.evaluations, 2U);
}

TEST(Choice, DoesNotStopAtSmallScores) {
  Scene scene = candidates({{"a", 1 << 30, 1, 90}, {"b", 1 << 30, 1, 90}});
  const Choice choice = scene.choose("DTR");
  EXPECT_EQ(choice.victim, "b");
  EXPECT_EQ(choice.evaluations, 2U);
}

// A storage of size 0 frees nothing: infinite, even if it costs nothing, too.
TEST(Choice, TakesSizeZeroLast) {
  Scene scene = candidates({{"a", 1, 1000}, {"b", 0, 1}, {"c", 0, 0}});
  for (const char* name : {"DTR", "AbESize", "MSPS", "DTREqClass", "AbEqSize", "DTRLocal",
                           "AbLocalSize", "AbSizeStale", "LargestStorage", "DTRUnopt"}) {
    const Choice choice = scene.choose(name);
    EXPECT_EQ(choice.victim, "a") << name;
    EXPECT_EQ(choice.evaluations, 3U) << name;
  }
}

TEST(Choice, TakesWhatWasJustAccessedLast) {
  Scene scene = candidates({{"a", 1, 1000, 1}, {"b", 9, 1, 0}, {"c", 1, 0, 0}});
  for (const char* name : {"DTR", "AbEStale", "DTREqClass", "AbEqStale", "DTRLocal", "AbLocalStale",
                           "AbSizeStale", "AbStale", "DTRUnopt"}) {
    const Choice choice = scene.choose(name);
    EXPECT_EQ(choice.victim, "a") << name;
    EXPECT_EQ(choice.evaluations, 3U) << name;
  }
}

TEST(Choice, AmongTheInfiniteIsTheLast) {
  Scene scene = candidates({{"a", 0, 1}, {"b", 0, 0}, {"c", 0, 5}});
  EXPECT_EQ(scene.choose("DTR").victim, "c");
  EXPECT_EQ(scene.choose("DTR").evaluations, 3U);
}

// 2^53 and 2^53 + 1 are one double, so the quotients tie; as integers they do not.
TEST(Choice, ComparesQuotientsRoundedAndCostsExactly) {
  constexpr Nanos cost = Nanos{1} << 53;
  Scene scene = candidates({{"a", 1, cost}, {"b", 1, cost + 1}});
  EXPECT_EQ(scene.choose("AbLocalSize").victim, "b");
  EXPECT_EQ(scene.choose("AbLocal").victim, "a");
}

TEST(RandomChoice, IsOneEvaluation) {
  Scene scene = candidates({{"a"}, {"b"}, {"c"}});
  EXPECT_EQ(scene.choose("RandomStorage").evaluations, 1U);
  EXPECT_EQ(scene.choose("AbRandom").evaluations, 1U);
}

TEST(RandomChoice, IsEven) {
  Scene scene = candidates({{"a"}, {"b"}, {"c"}, {"d"}, {"e"}});
  scene.state().pool.remove(scene.storage("b"));
  std::map<std::string, int> counts;
  for (int i = 0; i < 40'000; ++i) ++counts[scene.choose("RandomStorage").victim];
  EXPECT_EQ(counts.size(), 4U);
  for (const auto& [label, count] : counts) EXPECT_NEAR(count, 10'000, 500) << label;
}

TEST(RandomChoice, GoesOnFromTheStateOfTheRun) {
  Scene scene = candidates({{"a"}, {"b"}, {"c"}, {"d"}, {"e"}});
  std::string first;
  std::string second;
  for (std::string* text : {&first, &second}) {
    scene.state().random = Random(5);
    for (int i = 0; i < 20; ++i) *text += scene.choose("RandomStorage").victim;
  }
  EXPECT_EQ(first, second);
  EXPECT_GT(std::count(first.begin(), first.end(), 'a'), 0);
  EXPECT_GT(std::count(first.begin(), first.end(), 'e'), 0);
}

}  // namespace
}  // namespace rematfuzz::testing
