// The formula of every policy, on one scene whose numbers are easy to see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "sim/policy/policies/ab_e.h"
#include "sim/policy/policies/ab_e_size.h"
#include "sim/policy/policies/ab_e_stale.h"
#include "sim/policy/policies/ab_eq.h"
#include "sim/policy/policies/ab_eq_size.h"
#include "sim/policy/policies/ab_eq_stale.h"
#include "sim/policy/policies/ab_local.h"
#include "sim/policy/policies/ab_local_size.h"
#include "sim/policy/policies/ab_local_stale.h"
#include "sim/policy/policies/ab_size_stale.h"
#include "sim/policy/policies/ab_stale.h"
#include "sim/policy/policies/dtr.h"
#include "sim/policy/policies/dtr_eq_class.h"
#include "sim/policy/policies/dtr_local.h"
#include "sim/policy/policies/dtr_unopt.h"
#include "sim/policy/policies/largest_storage.h"
#include "sim/policy/policies/lru.h"
#include "sim/policy/policies/msps.h"
#include "tests/policy/scene.h"

namespace rematfuzz::testing {
namespace {

// Evicted: b, g.             size  compute  fwd        rev     eq      stale
//   x -> a -> [b] -> c    a     4     6      b, g: 13   0       13      100 - 50
//              |          c     5     7      0          b: 10   13      100 - 80
//              v          d     2     4      0          0       0       100 - 96
//             [g]         e     6    20      0          0       0       100 - 10
//   x -> d -> e
// eq of c counts g, too: b (10) and g (3) are one class.
Scene scene() {
  TestTrace t;
  t.constant("x", 1).call({"x"}, {{"a", 4}}, 6).call({"a"}, {{"b", 3}}, 10);
  t.call({"b"}, {{"c", 5}}, 7).call({"b"}, {{"g", 1}}, 3);
  t.call({"x"}, {{"d", 2}}, 4).call({"d"}, {{"e", 6}}, 20);
  Scene scene(t.build());
  scene.clock(100).access("a", 50).access("b", 70).access("c", 80).access("d", 96).access("e", 10);
  scene.access("g", 60).evict("b").evict("g").offer({"a", "c", "d", "e"});
  return scene;
}

std::string text(std::int64_t score) { return fmt::format("{}", score); }
std::string text(const Quotient& score) {
  return score.factor == 1
             ? fmt::format("{}/{}", score.numerator, score.denominator)
             : fmt::format("{}/({}*{})", score.numerator, score.denominator, score.factor);
}

// The scores of a, c, d and e.
template <class Scorer>
std::string scores() {
  Scene made = scene();
  PolicyView view = made.view();  // NOLINT(misc-const-correctness): some scorers count
  std::string all;
  for (const char* label : {"a", "c", "d", "e"})
    all.append(all.empty() ? "" : " ").append(text(Scorer::score(view, made.storage(label))));
  return all;
}

TEST(Formula, OfRegions) {
  using namespace policies;  // NOLINT(google-build-using-namespace)
  EXPECT_EQ(scores<Dtr>(), "19/(4*50) 17/(5*20) 4/(2*4) 20/(6*90)");
  EXPECT_EQ(scores<AbESize>(), "19/4 17/5 4/2 20/6");
  EXPECT_EQ(scores<AbEStale>(), "19/50 17/20 4/4 20/90");
  EXPECT_EQ(scores<AbE>(), "19 17 4 20");
  EXPECT_EQ(scores<Msps>(), "6/4 17/5 4/2 20/6");
}

TEST(Formula, OfClasses) {
  using namespace policies;  // NOLINT(google-build-using-namespace)
  EXPECT_EQ(scores<DtrEqClass>(), "19/(4*50) 20/(5*20) 4/(2*4) 20/(6*90)");
  EXPECT_EQ(scores<AbEqSize>(), "19/4 20/5 4/2 20/6");
  EXPECT_EQ(scores<AbEqStale>(), "19/50 20/20 4/4 20/90");
  EXPECT_EQ(scores<AbEq>(), "19 20 4 20");
}

TEST(Formula, OfTheStorageAlone) {
  using namespace policies;  // NOLINT(google-build-using-namespace)
  EXPECT_EQ(scores<DtrLocal>(), "6/(4*50) 7/(5*20) 4/(2*4) 20/(6*90)");
  EXPECT_EQ(scores<AbLocalSize>(), "6/4 7/5 4/2 20/6");
  EXPECT_EQ(scores<AbLocalStale>(), "6/50 7/20 4/4 20/90");
  EXPECT_EQ(scores<AbLocal>(), "6 7 4 20");
  EXPECT_EQ(scores<AbSizeStale>(), "1/(4*50) 1/(5*20) 1/(2*4) 1/(6*90)");
  EXPECT_EQ(scores<AbStale>(), "1/50 1/20 1/4 1/90");
  EXPECT_EQ(scores<LargestStorage>(), "1/4 1/5 1/2 1/6");
  EXPECT_EQ(scores<Lru>(), "50 80 96 10");
}

// a is as stale as b, its latest neighbour (70); c itself is later (80).
TEST(Formula, OfTheNeighborhoodWalkedAnew) {
  EXPECT_EQ(scores<policies::DtrUnopt>(), "19/(4*30) 17/(5*20) 4/(2*4) 20/(6*90)");
}

// By hand from the scores above; the smallest one of each.
TEST(Formula, IsThatOfThePolicyOfItsName) {
  const std::map<std::string, std::string> victims{
      {"DTR", "e"},           {"AbESizeStale", "e"},
      {"AbESize", "d"},       {"AbEStale", "e"},
      {"AbE", "d"},           {"MSPS", "a"},
      {"LRU", "e"},           {"LargestStorage", "e"},
      {"AbSize", "e"},        {"AbSizeStale", "e"},
      {"AbStale", "e"},       {"DTREqClass", "e"},
      {"AbEqSizeStale", "e"}, {"AbEqSize", "d"},
      {"AbEqStale", "e"},     {"AbEq", "d"},
      {"DTRLocal", "a"},      {"AbLocalSizeStale", "a"},
      {"AbLocalSize", "c"},   {"AbLocalStale", "a"},
      {"AbLocal", "d"},       {"DTRUnopt", "e"},
  };
  for (const auto& [name, victim] : victims) {
    const Choice choice = scene().choose(name);
    EXPECT_EQ(choice.victim, victim) << name;
    EXPECT_EQ(choice.evaluations, 4U) << name;
  }
}

// Looking at the classes around a storage takes its neighbours: a has x and b, c has b, d has x and
// e, e has d.
TEST(Accesses, OfClassesAreTheNeighbors) {
  EXPECT_EQ(scene().choose("AbEq").accesses, 2U + 1U + 2U + 1U);
}

// Walking anew from a: b, then c and g, then nothing behind g; and back: x. From c: b, then a. From
// d: e; and back: x. From e: d.
TEST(Accesses, OfWalksAreAllTheNeighborsMet) {
  EXPECT_EQ(scene().choose("DTRUnopt").accesses, (1U + 2U + 1U) + (1U + 1U) + (1U + 1U) + 1U);
}

TEST(Accesses, OfTheOthersAreNone) {
  for (const char* name : {"DTR", "MSPS", "LRU", "AbLocal", "RandomStorage"})
    EXPECT_EQ(scene().choose(name).accesses, 0U) << name;
}

// n is reached from m over children (m -> n) and over parents (n takes m's view): both ways lead to
// it, and it counts once.
TEST(DtrUnopt, CountsAStorageReachedBothWaysOnce) {
  TestTrace t;
  t.call({}, {{"m", 2}}, 3).call({"m"}, {{"n", 1}}, 10).call({"m", "n"}, {view("v", 0)}, 4);
  Scene scene(t.build());
  scene.clock(20).access("m", 5).access("n", 8).evict("n");
  PolicyView view = scene.view();
  EXPECT_EQ(text(policies::DtrUnopt::score(view, scene.storage("m"))), "17/(2*12)");
}

}  // namespace
}  // namespace rematfuzz::testing
