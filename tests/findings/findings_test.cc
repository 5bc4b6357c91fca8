// Each kind of finding at the edges of its definition, and the order of all.
#include "sim/findings/findings.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/base/error.h"
#include "tests/findings/maps.h"

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "hole [10, 15) better 9", and the factor or the decisions where they are not 0.
std::string shown(const Finding& finding) {
  std::string text = fmt::format("{} [{}, {}) better {}", name_of(finding.kind),
                                 finding.budgets.from, finding.budgets.to, finding.better);
  if (finding.factor != 0) text += fmt::format(" factor {}", finding.factor);
  if (finding.decisions != 0) text += fmt::format(" decisions {}", finding.decisions);
  return text;
}

// All findings of one kind; cliffs are at most 5 bytes wide.
std::vector<std::string> found(FindingKind kind, const RegimeMap& map,
                               FindingThresholds thresholds = {.cliff_distance = 5}) {
  std::vector<std::string> texts;
  for (const Finding& finding : find_findings(map, small_baseline(), thresholds))
    if (finding.kind == kind) texts.push_back(shown(finding));
  return texts;
}

TEST(HoleTest, IsAnOomSegmentAboveAPass) {
  const auto holes = [](const RegimeMap& map) { return found(FindingKind::hole, map); };
  EXPECT_THAT(holes(map_of({oom(7), pass(3, 200), oom(2), oom(3), pass(5, 200)})),
              ElementsAre("hole [10, 15) better 9"));
  EXPECT_THAT(holes(map_of({oom(7), pass(3, 200)})), IsEmpty());
  EXPECT_THAT(holes(map_of({oom(7), thrash(3), oom(7)})), IsEmpty());
  EXPECT_THAT(holes(map_of({pass(1, 200), oom(1)})), ElementsAre("hole [1, 2) better 0"));
  EXPECT_THAT(holes(RegimeMap()), IsEmpty());
}

TEST(HoleTest, ThePassMayLieFurtherDown) {
  EXPECT_THAT(found(FindingKind::hole, map_of({pass(3, 200), thrash(2), oom(4), pass(1, 200)})),
              ElementsAre("hole [5, 9) better 2"));
  EXPECT_THAT(found(FindingKind::hole, map_of({pass(3, 200), oom(1), pass(3, 200), oom(2)})),
              ElementsAre("hole [7, 9) better 6", "hole [3, 4) better 2"));
}

TEST(HoleTest, GoesAsFarAsTheMapKnows) {
  EXPECT_THAT(found(FindingKind::hole, map_of({pass(3, 200), gap(2), oom(4), gap(1), oom(1)})),
              ElementsAre("hole [5, 9) better 2", "hole [10, 11) better 2"));
}

TEST(ThrashPocketTest, IsLikeAHoleButIsNone) {
  const RegimeMap map = map_of({thrash(2), pass(3, 200), thrash(4), oom(5), pass(1, 200)});
  EXPECT_THAT(found(FindingKind::thrash_pocket, map), ElementsAre("thrash_pocket [5, 9) better 4"));
  EXPECT_THAT(found(FindingKind::hole, map), ElementsAre("hole [9, 14) better 4"));
}

TEST(InversionTest, TakesExactlyTheFactor) {
  const auto inversions = [](Nanos clock) {
    return found(FindingKind::inversion, map_of({pass(10, 120), pass(10, clock)}));
  };
  EXPECT_THAT(inversions(149), IsEmpty());
  EXPECT_THAT(inversions(150), ElementsAre("inversion [10, 20) better 9 factor 1.25"));
  EXPECT_THAT(found(FindingKind::inversion, map_of({pass(10, 120), pass(10, 150)}),
                    {.inversion_factor = 1.26}),
              IsEmpty());
}

TEST(InversionTest, IsHeldAgainstTheCheapestBelow) {
  EXPECT_THAT(found(FindingKind::inversion,
                    map_of({pass(10, 300), pass(10, 120), pass(10, 140), oom(5), pass(10, 180)})),
              ElementsAre("inversion [35, 45) better 19 factor 1.5"));
  // Of the equally cheap the closest.
  EXPECT_THAT(found(FindingKind::inversion, map_of({pass(10, 120), pass(10, 120), pass(10, 180)})),
              ElementsAre("inversion [20, 30) better 19 factor 1.5"));
  EXPECT_THAT(found(FindingKind::inversion, map_of({oom(10), pass(10, 180), thrash(3)})),
              IsEmpty());
}

TEST(InversionTest, JoinsNeighboursAndStopsAtGaps) {
  EXPECT_THAT(
      found(FindingKind::inversion,
            map_of({pass(10, 100), pass(1, 150), pass(1, 200), pass(1, 120), pass(1, 300)})),
      ElementsAre("inversion [13, 14) better 9 factor 3", "inversion [10, 12) better 9 factor 2"));
  EXPECT_THAT(
      found(FindingKind::inversion, map_of({pass(10, 100), pass(1, 150), gap(1), pass(1, 200)})),
      ElementsAre("inversion [12, 13) better 9 factor 2",
                  "inversion [10, 11) better 9 factor 1.5"));
}

TEST(CliffTest, GoesEitherWay) {
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 100), pass(10, 200)})),
              ElementsAre("cliff [9, 11) better 9 factor 2"));
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 200), pass(10, 100)})),
              ElementsAre("cliff [9, 11) better 10 factor 2"));
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 199), pass(10, 100)})), IsEmpty());
}

TEST(CliffTest, TakesExactlyTheDistanceAndSpansWhatLiesBetween) {
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 100), oom(4), pass(10, 200)})),
              ElementsAre("cliff [9, 15) better 9 factor 2"));
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 100), oom(5), pass(10, 200)})), IsEmpty());
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 100), gap(4), pass(10, 200)})),
              ElementsAre("cliff [9, 15) better 9 factor 2"));
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 100), pass(4, 150), pass(10, 200)})),
              ElementsAre("cliff [9, 15) better 9 factor 2"));
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(10, 100), pass(10, 200)}), {}), IsEmpty());
}

TEST(CliffTest, OfOnePlaceTheSteepestIsNamed) {
  // Slivers: many pairs, one rise and one fall.
  EXPECT_THAT(
      found(FindingKind::cliff,
            map_of({pass(10, 100), pass(1, 300), pass(1, 100), pass(1, 400), pass(10, 100)})),
      ElementsAre("cliff [11, 13) better 11 factor 4", "cliff [12, 14) better 13 factor 4"));
  // 5 bytes apart is one place, 6 are two.
  EXPECT_THAT(
      found(FindingKind::cliff, map_of({pass(9, 100), pass(3, 250), pass(3, 600), pass(9, 600)})),
      ElementsAre("cliff [8, 13) better 8 factor 6"));
  EXPECT_THAT(found(FindingKind::cliff, map_of({pass(9, 100), pass(6, 250), pass(9, 600)})),
              ElementsAre("cliff [8, 10) better 8 factor 2.5"));
  EXPECT_THAT(
      found(FindingKind::cliff, map_of({pass(9, 100), pass(7, 250), pass(9, 600)})),
      ElementsAre("cliff [8, 10) better 8 factor 2.5", "cliff [15, 17) better 15 factor 2.4"));
}

TEST(CliffTest, TheTopHasNoEnd) {
  RegimeMap map = map_of({pass(10, 200), pass(1, 100)});
  map.regimes.back().hi = map.range.to = unlimited;
  EXPECT_THAT(found(FindingKind::cliff, map), ElementsAre("cliff [9, 11) better 10 factor 2"));
}

TEST(OverheadTest, NeedsCompute) {
  const RegimeMap map = map_of({pass(10, 100), pass(10, 200)});
  Baseline baseline = small_baseline();
  EXPECT_EQ(find_findings(map, baseline, {.cliff_distance = 5}).size(), 2U);
  baseline.model_compute = 0;
  EXPECT_THAT(find_findings(map, baseline, {.cliff_distance = 5}), IsEmpty());
  EXPECT_THAT(found(FindingKind::inversion, map_of({pass(10, 0), pass(10, 200)})), IsEmpty());
}

TEST(DriftTest, JoinsNeighboursOfAnyResult) {
  Stretch drifting_oom = oom(2);
  drifting_oom.drift = 7;
  EXPECT_THAT(found(FindingKind::drift, map_of({drift(3, 1), drifting_oom, drift(1, 0), drift(4, 9),
                                                gap(1), drift(1, 2)})),
              ElementsAre("drift [6, 10) better 0 decisions 9", "drift [0, 5) better 0 decisions 7",
                          "drift [11, 12) better 0 decisions 2"));
}

TEST(FindingsTest, AreSortedByKindAndThenByWeight) {
  std::vector<std::string> texts;
  for (const Finding& finding :
       find_findings(map_of({pass(10, 100), oom(2), pass(10, 100), oom(2), pass(10, 100), oom(5),
                             pass(10, 150), thrash(3), pass(10, 100), drift(1, 4), pass(10, 200)}),
                     small_baseline(), {.cliff_distance = 1}))
    texts.push_back(shown(finding));
  EXPECT_THAT(
      texts,
      ElementsAre("hole [34, 39) better 33", "hole [10, 12) better 9", "hole [22, 24) better 21",
                  "inversion [63, 73) better 62 factor 2",
                  "inversion [39, 49) better 33 factor 1.5", "cliff [62, 64) better 62 factor 2",
                  "thrash_pocket [49, 52) better 48", "drift [62, 63) better 0 decisions 4"));
}

TEST(FindingsTest, AThousandthOfThePeakIsTheDistance) {
  Baseline baseline = small_baseline();
  EXPECT_EQ(default_thresholds(baseline).cliff_distance, 1);
  baseline.peak_memory = 10'061'179'152;
  EXPECT_EQ(default_thresholds(baseline).cliff_distance, 10'061'179);
  EXPECT_EQ(default_thresholds(baseline).inversion_factor, 1.25);
  EXPECT_EQ(default_thresholds(baseline).cliff_factor, 2);
}

TEST(FindingsTest, KindsHaveNames) {
  for (const FindingKind kind : {FindingKind::hole, FindingKind::inversion, FindingKind::cliff,
                                 FindingKind::thrash_pocket, FindingKind::drift})
    EXPECT_EQ(find_finding_kind(name_of(kind)), kind);
  EXPECT_EQ(name_of(FindingKind::thrash_pocket), "thrash_pocket");
  try {
    find_finding_kind("holes");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown kind of finding 'holes'; known: hole, inversion, cliff, thrash_pocket, "
                 "drift");
  }
}

// Two hundred thousand regimes, and a distance that takes in half of them: no pair is looked at
// for itself, or this would take minutes.
TEST(FindingsTest, LargeMapsTakeNoTime) {
  std::vector<Stretch> stretches;
  constexpr int regimes = 200'000;
  stretches.reserve(regimes);
  for (int i = 0; i < regimes; ++i)
    stretches.push_back(i % 3 == 0 ? oom(2) : pass(1 + i % 5, 100 + (i * 7919) % 1000));
  const RegimeMap map = map_from(stretches);
  const Bytes half = map.range.to / 2;
  EXPECT_GT(find_findings(map, small_baseline(), {.cliff_distance = half}).size(), 60'000U);
  EXPECT_GT(find_findings(map, small_baseline(), {.cliff_distance = 3}).size(), 60'000U);
}

}  // namespace
}  // namespace rematfuzz::testing
