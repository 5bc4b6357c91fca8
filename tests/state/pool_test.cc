// The pool keeps the order of appending, wherever its holes are.
#include "sim/state/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/base/random.h"

namespace rematfuzz {
namespace {

using Members = std::vector<StorageId>;

Pool pool_of(const Members& members, std::size_t storages = 100) {
  Pool pool(storages);
  for (const StorageId member : members) pool.append(member);
  return pool;
}

TEST(Pool, IsEmptyAtFirst) {
  const Pool pool(3);
  EXPECT_TRUE(pool.empty());
  EXPECT_FALSE(pool.contains(2));
  EXPECT_EQ(pool.members(), Members{});
}

TEST(Pool, KeepsTheOrderOfAppending) {
  const Pool pool = pool_of({5, 1, 3});
  EXPECT_EQ(pool.members(), (Members{5, 1, 3}));
  EXPECT_EQ(pool.size(), 3U);
  EXPECT_TRUE(pool.contains(1));
}

TEST(Pool, WhatIsRemovedAndAppendedAgainIsLast) {
  Pool pool = pool_of({5, 1, 3});
  pool.remove(5);
  EXPECT_EQ(pool.members(), (Members{1, 3}));
  pool.append(5);
  EXPECT_EQ(pool.members(), (Members{1, 3, 5}));
}

TEST(Pool, RemovingLeavesAHole) {
  Pool pool = pool_of({5, 1, 3});
  pool.remove(1);
  EXPECT_EQ((Members{pool.slots().begin(), pool.slots().end()}), (Members{5, no_id, 3}));
}

TEST(Pool, SqueezesHolesOutOnceTheyOutnumberTheStorages) {
  Pool pool(3);
  for (StorageId s = 0; s < 3; ++s) pool.append(s);
  for (int i = 0; i < 1000; ++i) {
    pool.remove(0);
    pool.append(0);
    ASSERT_LE(pool.slots().size(), 2 * pool.size() + 18);
    ASSERT_EQ(pool.members(), (Members{1, 2, 0}));
  }
}

TEST(Pool, IsEqualWhereverTheHolesAre) {
  Pool holes = pool_of({7, 5, 8, 1, 9, 3});
  for (const StorageId gone : {7U, 8U, 9U}) holes.remove(gone);
  const Pool none = pool_of({5, 1, 3});
  EXPECT_TRUE(holes == none);
  EXPECT_TRUE(none == holes);
  EXPECT_EQ(holes.hash(), none.hash());
}

TEST(Pool, OfAnotherOrderOrMembershipIsDifferent) {
  const Pool pool = pool_of({5, 1, 3});
  for (const Members& other :
       {Members{5, 3, 1}, Members{5, 1}, Members{5, 1, 3, 4}, Members{}, Members{5, 1, 4}}) {
    EXPECT_FALSE(pool == pool_of(other)) << ::testing::PrintToString(other);
    EXPECT_NE(pool.hash(), pool_of(other).hash()) << ::testing::PrintToString(other);
  }
}

TEST(Pool, BehavesAsAListUnderRandomOperations) {
  constexpr StorageId storages = 40;
  Random random(1);
  Pool pool(storages);
  Members list;
  for (int i = 0; i < 20'000; ++i) {
    const auto storage = static_cast<StorageId>(random.below(storages));
    const auto at = std::find(list.begin(), list.end(), storage);
    ASSERT_EQ(pool.contains(storage), at != list.end());
    if (at == list.end()) {
      pool.append(storage);
      list.push_back(storage);
    } else {
      pool.remove(storage);
      list.erase(at);
    }
    ASSERT_EQ(pool.members(), list);
    ASSERT_EQ(pool.size(), list.size());
    ASSERT_TRUE(pool == pool_of(list));
    ASSERT_EQ(pool.hash(), pool_of(list).hash());
  }
}

}  // namespace
}  // namespace rematfuzz
