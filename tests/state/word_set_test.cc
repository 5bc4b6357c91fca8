// WordSet against std::set.
#include "sim/state/word_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "tests/state/sets.h"

namespace rematfuzz::testing {
namespace {

// Ends of words, and words with others between them.
const Ids boundaries{0, 1, 63, 64, 65, 127, 128, 4095, 4096, 4097, 1'000'000, 4'294'967'294U};

TEST(WordSet, IsEmptyAtFirst) {
  const WordSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.size(), 0U);
  EXPECT_FALSE(set.contains(0));
}

TEST(WordSet, HoldsIdsAroundTheEndsOfWords) {
  const WordSet set = word_set_of(boundaries);
  EXPECT_EQ(ids_of(set), boundaries);
  EXPECT_EQ(set.size(), boundaries.size());
  for (const StorageId id : boundaries) EXPECT_TRUE(set.contains(id)) << id;
  for (const StorageId id : {2U, 62U, 66U, 126U, 129U, 4094U, 999'999U, 4'294'967'293U})
    EXPECT_FALSE(set.contains(id)) << id;
}

TEST(WordSet, VisitsInAscendingOrder) {
  WordSet set;
  for (const StorageId id : {200U, 3U, 64U, 63U, 3U}) set.insert(id);
  std::vector<StorageId> visited;
  set.for_each([&](StorageId id) { visited.push_back(id); });
  EXPECT_EQ(visited, (std::vector<StorageId>{3, 63, 64, 200}));
}

TEST(WordSet, ErasingSaysWhetherItWasAMember) {
  WordSet set = word_set_of({1, 64});
  EXPECT_FALSE(set.erase(2));
  EXPECT_FALSE(set.erase(128));
  EXPECT_TRUE(set.erase(64));
  EXPECT_FALSE(set.erase(64));
  EXPECT_EQ(ids_of(set), (Ids{1}));
}

TEST(WordSet, KeepsNoEmptyWords) {
  WordSet set = word_set_of({1, 64, 65});
  set.erase(1);
  EXPECT_EQ(set.words().size(), 1U);
  EXPECT_TRUE(set == word_set_of({64, 65}));
}

TEST(WordSet, TakesWordsAndBitsFromBehind) {
  WordSet set;
  set.push_word(1, 0b101);
  set.push_bits(1, 0b010);
  set.push_bits(3, 0b1);
  EXPECT_EQ(ids_of(set), (Ids{64, 65, 66, 192}));
}

TEST(WordSet, ClearsToTheEmptySet) {
  WordSet set = word_set_of(boundaries);
  set.clear();
  EXPECT_TRUE(set == WordSet());
}

TEST(WordSet, MergesTheEmptySetAndItself) {
  WordSet set = word_set_of(boundaries);
  set.merge(WordSet());
  EXPECT_EQ(ids_of(set), boundaries);
  set.merge(word_set_of(boundaries));
  EXPECT_EQ(ids_of(set), boundaries);
  WordSet empty;
  empty.merge(set);
  EXPECT_TRUE(empty == set);
}

TEST(WordSet, InsertsAndErasesAsASetDoes) {
  for (const std::uint64_t bound : {10U, 64U, 65U, 300U, 10'000U}) {
    Random random(bound);
    WordSet set;
    Ids ids;
    for (int i = 0; i < 3'000; ++i) {
      const auto id = static_cast<StorageId>(random.below(bound));
      ASSERT_EQ(set.contains(id), ids.contains(id)) << id << " below " << bound;
      if (random.below(2) == 0) {
        set.insert(id);
        ids.insert(id);
      } else {
        ASSERT_EQ(set.erase(id), ids.erase(id) == 1) << id << " below " << bound;
      }
      ASSERT_EQ(set.size(), ids.size());
    }
    EXPECT_EQ(ids_of(set), ids) << "below " << bound;
    EXPECT_TRUE(set == word_set_of(ids)) << "below " << bound;
  }
}

TEST(WordSet, MergesAndDiffersAsSetsDo) {
  Random random(3);
  for (int i = 0; i < 3'000; ++i) {
    const std::uint64_t bound = std::uint64_t{1} << (4 + random.below(10));
    const Ids a = random_ids(random, 40, bound);
    const Ids b = random_ids(random, 40, bound);

    WordSet merged = word_set_of(a);
    merged.merge(word_set_of(b));
    Ids expected = a;
    expected.insert(b.begin(), b.end());
    ASSERT_TRUE(merged == word_set_of(expected)) << "case " << i;

    std::vector<StorageId> left;
    word_set_of(a).for_each_not_in(word_set_of(b), [&](StorageId id) { left.push_back(id); });
    std::vector<StorageId> difference;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(difference));
    ASSERT_EQ(left, difference) << "case " << i;
  }
}

}  // namespace
}  // namespace rematfuzz::testing
