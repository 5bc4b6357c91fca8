// The words and the strip of maps made by hand.
#include "cli/maps/map_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/maps/outcome_strip.h"
#include "tests/cli/saved_map.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string strip(const RegimeMap& map, std::size_t columns) {
  return cli::outcome_strip(map, map.range.to, columns);
}

std::string text_of(const RegimeMap& map, bool all = false) {
  return cli::map_text(hand_made(map), {.all = all, .columns = 20, .input = "INPUT"});
}

TEST(StripTest, ShowsWhatMostOfAColumnComesTo) {
  const RegimeMap map = map_of({oom(25), pass(35, 200), thrash(20), pass(20, 100)});
  EXPECT_EQ(strip(map, 10), "###...~~..");
  EXPECT_EQ(strip(map, 4), "#.~.");
  EXPECT_EQ(strip(map, 1), ".");
  // Of equals the worse; never more columns than budgets.
  EXPECT_EQ(strip(map_of({pass(1, 100), thrash(1)}), 1), "~");
  EXPECT_EQ(strip(map_of({oom(1), thrash(1)}), 1), "#");
  EXPECT_EQ(strip(map_of({oom(1), pass(2, 100)}), 80), "#..");
}

TEST(StripTest, ShowsHolesHoweverNarrow) {
  EXPECT_EQ(strip(map_of({pass(41, 200), oom(1), pass(58, 200)}), 10), "....!.....");
  EXPECT_EQ(strip(map_of({pass(30, 200), oom(9), pass(61, 200)}), 10), "...!......");
  EXPECT_EQ(strip(map_of({pass(30, 200), oom(10), pass(60, 200)}), 10), "...#......");
  EXPECT_EQ(strip(map_of({pass(39, 200), oom(2), pass(59, 200)}), 10), "...!......");
  // No hole without a pass below, and none of thrash.
  EXPECT_EQ(strip(map_of({oom(1), pass(99, 200)}), 10), "..........");
  EXPECT_EQ(strip(map_of({pass(41, 200), thrash(1), pass(58, 200)}), 10), "..........");
}

TEST(StripTest, ShowsWhereAnAnswerIsMissing) {
  EXPECT_EQ(strip(map_of({gap(15), pass(44, 200), gap(2), pass(39, 200)}), 10), "??...??...");
  EXPECT_EQ(strip(map_of({pass(41, 200), oom(1), gap(1), pass(57, 200)}), 10), "....!.....");
  EXPECT_EQ(strip(map_of({gap(100)}), 5), "?????");
}

TEST(StripTest, TakesTheLargestRange) {
  RegimeMap map = map_of({pass(1, 200)});
  map.range = {0, unlimited};
  map.regimes.back().hi = unlimited;
  EXPECT_EQ(cli::outcome_strip(map, unlimited, 3), "...");
}

TEST(StripTest, ExplainsWhatItShows) {
  EXPECT_EQ(cli::strip_legend("..~~.."), ". pass   ~ thrash");
  EXPECT_EQ(cli::strip_legend("#?!"),
            "# oom   ? no answer   ! holds a hole narrower than a column");
  EXPECT_EQ(cli::painted_strip("..#"), "..#");  // no terminal, no colour
}

TEST(MapReportTest, SaysWhatTheMapHolds) {
  RegimeMap map =
      map_of({oom(400), pass(100, 200), pass(100, 125), oom(50), pass(100, 150), thrash(250)});
  map.regimes[1].evictions = 1234;
  map.regimes[2].evictions = 7;
  EXPECT_EQ(text_of(map),
            "hand.log, DTR on RuntimeV2EagerOptimized\n"
            "budgets from 0 to 999 bytes (ratio 0.000000 to 0.999000): 6 regimes in 5 segments\n"
            "\n"
            "result     ratio  budget  from (bytes)  width (bytes)  regimes          overhead   "
            "evictions\n"
            "oom     0.000000     0 B             0            400        1                 -   "
            "        0\n"
            "pass    0.400000   400 B           400            200        2  1.2500 to 2.0000  7 "
            "to 1,234\n"
            "oom     0.600000   600 B           600             50        1                 -   "
            "        0\n"
            "pass    0.650000   650 B           650            100        1            1.5000   "
            "        0\n"
            "thrash  0.750000   750 B           750            250        1                 -   "
            "        0\n"
            "\n"
            "########....#..~~~~~\n"
            ". pass   # oom   ~ thrash\n"
            "\n"
            "hole of 50 bytes: oom from 600 to 649 (ratio 0.600000 to 0.649000), though 599 "
            "passes\n"
            "next: rematfuzz findings INPUT\n");
}

TEST(MapReportTest, SaysWhereTheMapHasNoEnd) {
  RegimeMap map = map_of({oom(600), pass(500, 200)});
  map.range.to = map.regimes.back().hi = unlimited;
  const std::string text = text_of(map);
  EXPECT_THAT(text, HasSubstr("\nbudgets from 0 to the top bytes (ratio 0.000000 to the top): "));
  EXPECT_THAT(text, HasSubstr("           600         no end        1    2.0000"));
  EXPECT_THAT(text, HasSubstr("\n############........\n"));
  EXPECT_THAT(text, HasSubstr("\nno hole: none of these budgets runs out of memory above one "
                              "that passes\n"));
  RegimeMap open_hole = map_of({pass(600, 200), oom(500)});
  open_hole.range.to = open_hole.regimes.back().hi = unlimited;
  EXPECT_THAT(text_of(open_hole),
              HasSubstr("\nhole: oom from 600 up (ratio 0.600000), though 599 passes\n"));
}

TEST(MapReportTest, SaysWhichBudgetsHaveNoAnswer) {
  EXPECT_THAT(text_of(map_of({oom(400), gap(10), pass(590, 200), gap(7)})),
              HasSubstr("2 regimes in 2 segments\nnot complete: these budgets have no answer yet\n"
                        "  400 to 409\n  1,000 to 1,006\n\n"));
  std::vector<Stretch> many;
  for (int i = 0; i < 12; ++i) many.insert(many.end(), {gap(1), oom(1)});
  EXPECT_THAT(text_of(map_from(many)), HasSubstr("\n  18 to 18\n  and 2 more\n\n"));
  EXPECT_THAT(text_of(map_of({gap(10)})), HasSubstr("0 regimes in 0 segments\nnot complete"));
}

TEST(MapReportTest, OfManySegmentsTheWidestAreShown) {
  std::vector<Stretch> slivers;
  for (int i = 0; i < 60; ++i) slivers.insert(slivers.end(), {pass(100 + i, 200), oom(1 + i)});
  const RegimeMap map = map_from(slivers);
  const std::string some = text_of(map);
  EXPECT_THAT(some, HasSubstr("\nthe 40 widest of 120 segments; --all shows all\n"));
  EXPECT_THAT(some, Not(HasSubstr("\npass    0.000000 ")));  // the narrowest pass
  EXPECT_THAT(some, HasSubstr("\npass    9.381000 "));       // the widest, and the last
  EXPECT_THAT(some, HasSubstr("\nhole of 51 bytes: "));
  EXPECT_THAT(some, Not(HasSubstr("\nhole of 50 bytes: ")));
  EXPECT_THAT(some, HasSubstr("\nand 50 more, none of them wider; --all shows all\n"));
  const std::string all = text_of(map, true);
  EXPECT_THAT(all, AllOf(HasSubstr("\npass    0.000000 "), HasSubstr("\nhole of 1 bytes: "),
                         Not(HasSubstr("--all"))));
}

}  // namespace
}  // namespace rematfuzz::testing
