#include "sim/base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace rematfuzz {
namespace {

// The first values of SplitMix64 from seed 0, as its published reference program prints them.
TEST(RandomTest, FollowsTheReference) {
  Random random(0);
  EXPECT_EQ(random.next(), 0xe220a8397b1dcdafU);
  EXPECT_EQ(random.next(), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(random.next(), 0x06c45d188009454fU);
}

TEST(RandomTest, BelowStaysBelow) {
  Random random(1);
  for (const std::uint64_t bound :
       {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 63, ~std::uint64_t{0}})
    for (int i = 0; i < 100; ++i) EXPECT_LT(random.below(bound), bound);
}

TEST(RandomTest, BelowReachesAllEvenly) {
  Random random(2);
  std::array<int, 5> counts = {};
  for (int i = 0; i < 50'000; ++i) ++counts[random.below(counts.size())];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(RandomTest, CopiesContinueAlike) {
  Random random(3);
  random.next();
  Random copy = random;
  EXPECT_EQ(copy, random);
  EXPECT_EQ(copy.next(), random.next());
  copy.next();
  EXPECT_NE(copy, random);
}

}  // namespace
}  // namespace rematfuzz
