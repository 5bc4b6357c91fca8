// What samples come to together, on samples made by hand.
#include "sim/jitter/spread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;

JitterSample passed(double overhead) { return {.result = Outcome::pass, .overhead = overhead}; }
const JitterSample oom{.result = Outcome::oom};
const JitterSample thrash{.result = Outcome::thrash};

std::size_t worst_of(const std::vector<JitterSample>& samples) { return spread_of(samples).worst; }

// Published examples of the Wilson score interval.
TEST(ShareOf, HasTheWilsonInterval) {
  const Share share = share_of(81, 263);
  EXPECT_EQ(share.count, 81U);
  EXPECT_NEAR(share.share, 0.3080, 5e-5);
  EXPECT_NEAR(share.low, 0.2553, 5e-5);
  EXPECT_NEAR(share.high, 0.3662, 5e-5);
  EXPECT_NEAR(share_of(15, 148).low, 0.0624, 5e-5);
  EXPECT_NEAR(share_of(15, 148).high, 0.1605, 5e-5);
  EXPECT_NEAR(share_of(1, 29).low, 0.0061, 5e-5);
  EXPECT_NEAR(share_of(1, 29).high, 0.1718, 5e-5);
}

TEST(ShareOf, EndsAtNoneAndAll) {
  EXPECT_EQ(share_of(0, 20).low, 0);
  EXPECT_NEAR(share_of(0, 20).high, 0.1611, 5e-5);
  EXPECT_NEAR(share_of(20, 20).low, 0.8389, 5e-5);
  EXPECT_EQ(share_of(20, 20).high, 1);
  for (std::size_t samples = 1; samples < 200; ++samples)
    for (std::size_t count = 0; count <= samples; ++count) {
      const Share share = share_of(count, samples);
      EXPECT_GE(share.low, 0);
      EXPECT_LE(share.low, share.share);
      EXPECT_GE(share.high, share.share);
      EXPECT_LE(share.high, 1);
    }
}

TEST(SpreadOf, CountsOutcomesAndSortsOverheads) {
  const std::vector<JitterSample> samples{passed(1.5), oom, passed(1.25), thrash, passed(1.5), oom};
  const JitterSpread spread = spread_of(samples);
  EXPECT_EQ(spread.of(Outcome::pass).count, 3U);
  EXPECT_EQ(spread.of(Outcome::oom).count, 2U);
  EXPECT_EQ(spread.of(Outcome::thrash).count, 1U);
  EXPECT_EQ(spread.of(Outcome::pass).share, 0.5);
  EXPECT_THAT(spread.overheads, ElementsAre(1.25, 1.5, 1.5));
}

TEST(SpreadOf, TheWorstIsTheFirstOfTheWorstKind) {
  EXPECT_EQ(worst_of({passed(9), thrash, oom, thrash, oom}), 2U);
  EXPECT_EQ(worst_of({passed(9), thrash, passed(10), thrash}), 1U);
  EXPECT_EQ(worst_of({passed(1), passed(3), passed(2), passed(3)}), 1U);
  EXPECT_EQ(worst_of({oom, oom}), 0U);
  EXPECT_EQ(worst_of({passed(1)}), 0U);
}

TEST(Quantile, IsAValueThatSoManyDoNotExceed) {
  const std::vector<double> four{1, 2, 3, 4};
  EXPECT_EQ(quantile(four, 0), 1);
  EXPECT_EQ(quantile(four, 1), 1);
  EXPECT_EQ(quantile(four, 25), 1);
  EXPECT_EQ(quantile(four, 26), 2);
  EXPECT_EQ(quantile(four, 50), 2);
  EXPECT_EQ(quantile(four, 75), 3);
  EXPECT_EQ(quantile(four, 76), 4);
  EXPECT_EQ(quantile(four, 100), 4);
  EXPECT_EQ(quantile(std::vector<double>{7}, 0), 7);
  EXPECT_EQ(quantile(std::vector<double>{7}, 100), 7);
}

}  // namespace
}  // namespace rematfuzz::testing
