// Recommendations on maps made by hand.
#include "sim/recommend/recommend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace rematfuzz::testing {
namespace {

const Baseline baseline{.peak_memory = 1000, .model_compute = 100};
const FindingThresholds thresholds{
    .inversion_factor = 1.25, .cliff_factor = 2, .cliff_distance = 10};

Regime pass(Bytes lo, Bytes hi, Nanos clock) {
  return {.lo = lo, .hi = hi, .result = Outcome::pass, .clock = clock};
}
Regime fail(Bytes lo, Bytes hi, Outcome result = Outcome::oom) {
  return {.lo = lo, .hi = hi, .result = result, .clock = 50};
}

RegimeMap map_of(std::vector<Regime> regimes) {
  return {.range = {regimes.front().lo, regimes.back().hi}, .regimes = regimes, .missing = {}};
}

// A budget of -1: there is no advice.
Recommendation advise(const RegimeMap& map, Bytes most) {
  Recommendation none;
  none.budget = -1;
  return recommend_budget(map, troubles_of(map, baseline, thresholds), most).value_or(none);
}

std::string name_of_any(const std::optional<Trouble>& trouble) {
  return trouble ? std::string(name_of(trouble->kind)) : "none";
}

std::string kinds_in(const RegimeMap& map) {
  std::string text;
  for (const Trouble& trouble : troubles_of(map, baseline, thresholds))
    text += std::string(name_of(trouble.kind)) + " " + std::to_string(trouble.budgets.from) + "-" +
            std::to_string(trouble.budgets.to) + " ";
  return text;
}

TEST(Troubles, AreWhatFailsAndTheSlowSidesOfCliffs) {
  EXPECT_EQ(
      kinds_in(map_of({fail(0, 10), fail(10, 20, Outcome::thrash), pass(20, 30, 150), fail(30, 40),
                       pass(40, 50, 150), fail(50, 60, Outcome::thrash), pass(60, 100, 120)})),
      "floor 0-10 floor 10-20 hole 30-40 thrash_pocket 50-60 ");
  EXPECT_EQ(kinds_in(map_of({pass(20, 30, 100), pass(30, 60, 900)})), "cliff 30-31 ");
  EXPECT_EQ(kinds_in(map_of({pass(20, 30, 900), pass(30, 60, 100)})), "cliff 29-30 ");
  RegimeMap gap = map_of({pass(20, 30, 100), pass(40, 60, 100)});
  gap.missing = {{30, 40}};
  EXPECT_EQ(kinds_in(gap), "unknown 30-40 ");
}

TEST(Recommend, TakesTheSmallestOverheadNotTheLargestBudget) {
  const RegimeMap map =
      map_of({fail(0, 10), pass(10, 20, 200), pass(20, 30, 110), pass(30, 40, 150)});
  const Recommendation advice = advise(map, 39);
  EXPECT_EQ(advice.regime.clock, 110);
  // As far from the floor as its regime reaches.
  EXPECT_EQ(advice.budget, 29);
  EXPECT_EQ(name_of_any(advice.below), "floor");
  EXPECT_EQ(advice.distance_below, 29 - 9);
  EXPECT_EQ(name_of_any(advice.above), "none");
  EXPECT_EQ(advice.distance_above, unlimited);
}

TEST(Recommend, StaysHalfWayBetweenTroubles) {
  const Recommendation advice =
      advise(map_of({fail(0, 10), pass(10, 31, 110), fail(31, 40), pass(40, 50, 200)}), 49);
  EXPECT_EQ(advice.budget, 20);
  EXPECT_EQ(advice.distance_below, 11);
  EXPECT_EQ(advice.distance_above, 11);
  EXPECT_EQ(name_of_any(advice.above), "hole");
}

TEST(Recommend, OfRegimesOfTheSameOverheadTheOneFarthestFromTrouble) {
  const RegimeMap map = map_of({fail(0, 10), pass(10, 16, 110), fail(16, 20), pass(20, 40, 110),
                                fail(40, 50), pass(50, 56, 110), fail(56, 57), pass(57, 60, 120)});
  const Recommendation advice = advise(map, 59);
  EXPECT_EQ(advice.budget, 29);
  const Recommendation less = advise(map, 19);
  EXPECT_EQ(less.budget, 12);
}

TEST(Recommend, StaysWithinWhatIsAllowed) {
  const RegimeMap map = map_of({fail(0, 10), pass(10, 20, 200), pass(20, unlimited, 100)});
  EXPECT_EQ(advise(map, 19).budget, 19);
  EXPECT_EQ(advise(map, 25).budget, 25);
  EXPECT_EQ(advise(map, 9).budget, -1);
}

// By brute force over all budgets.
TEST(Recommend, NoBudgetIsBetter) {
  const RegimeMap map =
      map_of({fail(0, 7), pass(7, 20, 120), fail(20, 23), pass(23, 24, 120), pass(24, 41, 120),
              fail(41, 45, Outcome::thrash), pass(45, 60, 500), pass(60, 80, 120)});
  const std::vector<Trouble> troubles = troubles_of(map, baseline, thresholds);
  const auto room_at = [&](Bytes budget) {
    Bytes room = unlimited;
    for (const Trouble& trouble : troubles)
      for (Bytes bad = trouble.budgets.from; bad < trouble.budgets.to; ++bad)
        room = std::min(room, bad > budget ? bad - budget : budget - bad);
    return room;
  };
  for (Bytes most = 7; most < 80; ++most) {
    const Recommendation advice = advise(map, most);
    EXPECT_LE(advice.budget, most);
    EXPECT_EQ(regime_at(map, advice.budget)->clock, 120);
    EXPECT_EQ(std::min(advice.distance_below, advice.distance_above), room_at(advice.budget));
    for (Bytes other = 7; other <= most; ++other) {
      const Regime* regime = regime_at(map, other);
      if (regime->result != Outcome::pass || regime->clock != 120) continue;
      EXPECT_LE(room_at(other), room_at(advice.budget)) << other << " of " << most;
      if (room_at(other) == room_at(advice.budget)) EXPECT_GE(other, advice.budget);
    }
  }
}

TEST(Recommend, KnowsTheFirstPass) {
  EXPECT_EQ(first_pass(map_of({fail(0, 10), pass(10, 20, 200), pass(20, 30, 100)}))->lo, 10);
  EXPECT_EQ(first_pass(map_of({fail(0, 10)})), nullptr);
}

}  // namespace
}  // namespace rematfuzz::testing
