// ScratchSet against std::set, over several words and several blocks of words.
#include "sim/state/scratch_set.h"

#include <gtest/gtest.h>

#include "tests/state/sets.h"

namespace rematfuzz::testing {
namespace {

constexpr StorageId capacity = 3 * 4096 + 100;

Ids drained(ScratchSet& set) {
  WordSet out = word_set_of({7});  // is overwritten
  set.drain(out);
  return ids_of(out);
}

TEST(ScratchSet, SaysWhatIsNew) {
  ScratchSet set(capacity);
  EXPECT_TRUE(set.insert(64));
  EXPECT_FALSE(set.insert(64));
  EXPECT_TRUE(set.insert(63));
}

TEST(ScratchSet, DrainsToASetAndIsEmptyThen) {
  const Ids ids{0, 63, 64, 4095, 4096, 8191, 8192, capacity - 1};
  ScratchSet set(capacity);
  for (const StorageId id : ids) set.insert(id);
  EXPECT_EQ(drained(set), ids);
  EXPECT_EQ(drained(set), Ids{});
  EXPECT_EQ(set.take_first(), no_id);
  EXPECT_TRUE(set.insert(63));
}

TEST(ScratchSet, TakesTheSmallestAndTheLargest) {
  ScratchSet set(capacity);
  for (const StorageId id : {5000U, 64U, 12'000U, 63U}) set.insert(id);
  EXPECT_EQ(set.take_first(), 63U);
  EXPECT_EQ(set.take_last(), 12'000U);
  EXPECT_EQ(set.take_first(), 64U);
  EXPECT_EQ(set.take_last(), 5000U);
  EXPECT_EQ(set.take_last(), no_id);
  EXPECT_EQ(set.take_first(), no_id);
}

TEST(ScratchSet, HoldsNothingWithoutCapacity) {
  ScratchSet set;
  EXPECT_EQ(set.take_first(), no_id);
  EXPECT_EQ(set.take_last(), no_id);
  EXPECT_EQ(drained(set), Ids{});
}

TEST(ScratchSet, BehavesAsASetUnderRandomOperations) {
  Random random(2);
  ScratchSet set(capacity);
  Ids ids;
  for (int i = 0; i < 50'000; ++i) {
    const auto id = static_cast<StorageId>(random.below(capacity));
    switch (random.below(8)) {
      case 0: {
        const StorageId first = ids.empty() ? no_id : *ids.begin();
        ASSERT_EQ(set.take_first(), first);
        ids.erase(first);
        break;
      }
      case 1: {
        const StorageId last = ids.empty() ? no_id : *ids.rbegin();
        ASSERT_EQ(set.take_last(), last);
        ids.erase(last);
        break;
      }
      case 2: {
        const Ids more = random_ids(random, 3, capacity);
        set.merge(word_set_of(more));
        ids.insert(more.begin(), more.end());
        break;
      }
      case 3:
        if (random.below(100) == 0) {
          ASSERT_EQ(drained(set), ids);
          ids.clear();
        }
        break;
      default:
        ASSERT_EQ(set.insert(id), ids.insert(id).second);
    }
  }
  EXPECT_EQ(drained(set), ids);
}

}  // namespace
}  // namespace rematfuzz::testing
