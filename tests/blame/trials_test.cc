// Which pairs are worth a run, and in which order.
#include "sim/blame/trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::size_t storages = 5;

Trial trial(StorageId storage, std::size_t steps, Nanos clock,
            const std::vector<StorageId>& evicts) {
  Trial made{.storage = storage,
             .turned = false,
             .steps = steps,
             .clock = clock,
             .evicts = std::vector<bool>(storages, false)};
  for (const StorageId other : evicts) made.evicts[other] = true;
  return made;
}

TEST(Trials, TheOneThatGotFurthestRanksFirst) {
  std::vector<Trial> trials{trial(3, 7, 5, {}), trial(1, 8, 9, {}), trial(2, 8, 4, {}),
                            trial(0, 7, 5, {})};
  sort_by_reach(trials);
  std::vector<StorageId> order;
  order.reserve(trials.size());
  for (const Trial& one : trials) order.push_back(one.storage);
  EXPECT_THAT(order, ElementsAre(2, 1, 0, 3));
}

// 3 and 1 have trials; of 0, 2 and 4 only what the trials evict can make a difference.
TEST(Trials, PairsAreThoseThatDifferFromTheirSingles) {
  const std::vector<Trial> trials{trial(3, 8, 1, {1, 4}), trial(1, 7, 1, {3, 0, 4})};
  const PairPlan plan = plan_pairs(trials, 100);
  EXPECT_EQ(plan.possible, 4U);
  EXPECT_THAT(plan.first, ElementsAre(Pair(1, 3), Pair(0, 1), Pair(3, 4), Pair(1, 4)));
}

TEST(Trials, APairOfTrialsNeedsBothToEvictTheOther) {
  EXPECT_THAT(plan_pairs({trial(3, 8, 1, {1}), trial(1, 7, 1, {})}, 100).first, IsEmpty());
  EXPECT_THAT(plan_pairs({trial(3, 8, 1, {}), trial(1, 7, 1, {3})}, 100).first, IsEmpty());
}

TEST(Trials, OnlyTheFirstPairsAreListedAllAreCounted) {
  const std::vector<Trial> trials{trial(3, 8, 1, {1, 4}), trial(1, 7, 1, {3, 0, 4})};
  const PairPlan plan = plan_pairs(trials, 1);
  EXPECT_EQ(plan.possible, 4U);
  EXPECT_THAT(plan.first, ElementsAre(Pair(1, 3)));
  EXPECT_EQ(plan_pairs({}, 1).possible, 0U);
}

}  // namespace
}  // namespace rematfuzz::testing
