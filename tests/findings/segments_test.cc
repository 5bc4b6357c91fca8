// Segments: where they begin and end.
#include "sim/findings/segments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/findings/maps.h"

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "pass [0, 10) 0+2": result, budgets, the index of its first regime and their number.
std::vector<std::string> shown(const RegimeMap& map) {
  std::vector<std::string> texts;
  for (const Segment& segment : segments_of(map))
    texts.push_back(std::string(name_of(segment.result)) + " [" +
                    std::to_string(segment.budgets.from) + ", " +
                    std::to_string(segment.budgets.to) + ") " + std::to_string(segment.first) +
                    "+" + std::to_string(segment.count));
  return texts;
}

TEST(SegmentsTest, JoinNeighboursOfOneResult) {
  EXPECT_THAT(
      shown(map_of({oom(5), pass(1, 200), pass(2, 300), thrash(4), pass(3, 100)})),
      ElementsAre("oom [0, 5) 0+1", "pass [5, 8) 1+2", "thrash [8, 12) 3+1", "pass [12, 15) 4+1"));
  EXPECT_THAT(shown(RegimeMap()), IsEmpty());
}

TEST(SegmentsTest, EndAtAGap) {
  EXPECT_THAT(shown(map_of({gap(1), oom(5), gap(1), oom(2), oom(3), gap(9)})),
              ElementsAre("oom [1, 6) 0+1", "oom [7, 12) 1+2"));
}

TEST(SegmentsTest, GoUpToWhereThereIsNoMore) {
  RegimeMap map = map_of({oom(5), pass(1, 200), pass(2, 300)});
  map.regimes.back().hi = unlimited;
  EXPECT_THAT(shown(map), ElementsAre("oom [0, 5) 0+1", "pass [5, 9223372036854775807) 1+2"));
}

}  // namespace
}  // namespace rematfuzz::testing
