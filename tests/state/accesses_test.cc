// Access times in columns: kept together, compared across clocks, handed on.
#include "sim/state/accesses.h"

#include <gtest/gtest.h>

#include <vector>

namespace rematfuzz::testing {
namespace {

constexpr std::size_t storages = 3;
const std::vector<std::size_t> first{0};

// Two storages accessed, one forgotten, all `later` than it could be.
Accesses accessed(Nanos later = 0) {
  Accesses accesses(storages, 1);
  accesses.touch(0, later + 5);
  accesses.touch(1, later + 6);
  accesses.touch(2, later + 7);
  accesses.forget(2);
  return accesses;
}

std::vector<Nanos> times(const Accesses& accesses, std::size_t column) {
  return {accesses.at(column, 0), accesses.at(column, 1), accesses.at(column, 2)};
}

TEST(Accesses, AreTheLastOnes) {
  Accesses accesses = accessed();
  EXPECT_EQ(times(accesses, 0), (std::vector<Nanos>{5, 6, 0}));
  accesses.touch(0, 9);
  EXPECT_EQ(times(accesses, 0), (std::vector<Nanos>{9, 6, 0}));
  EXPECT_EQ(accesses.column(0)[1], 6);
  EXPECT_EQ(accesses.column(0).staleness(1, 10), 4);
}

TEST(Accesses, WithoutColumnsTakeNoNotice) {
  Accesses accesses(storages, 0);
  accesses.touch(0, 1);
  accesses.forget(0);
  EXPECT_EQ(accesses.columns(), 0U);
}

TEST(Accesses, AreEqualAcrossClocks) {
  const Accesses now = accessed();
  const Accesses later = accessed(100);
  EXPECT_TRUE(now.equal(0, later, 0, 100));
  EXPECT_FALSE(now.equal(0, later, 0, 99));
  EXPECT_EQ(now.hash(0, 20), later.hash(0, 120));
  EXPECT_NE(now.hash(0, 20), later.hash(0, 121));
  EXPECT_FALSE(now == later);
}

TEST(Accesses, DifferInOneTime) {
  Accesses other = accessed();
  other.touch(1, 7);
  EXPECT_FALSE(accessed().equal(0, other, 0, 0));
  EXPECT_NE(accessed().hash(0, 20), other.hash(0, 20));
}

// What is forgotten is equal to what never was.
TEST(Accesses, DoNotRememberWhatIsForgotten) {
  Accesses never(storages, 1);
  never.touch(0, 5);
  never.touch(1, 6);
  EXPECT_TRUE(never == accessed());
  EXPECT_EQ(never.hash(0, 20), accessed().hash(0, 20));
}

TEST(Accesses, TakeAColumnOfAnotherClock) {
  Accesses accesses = accessed(100);
  Accesses other = accessed();
  other.touch(1, 8);
  accesses.take(other, first, 100);
  ASSERT_EQ(accesses.columns(), 2U);
  EXPECT_EQ(times(accesses, 0), (std::vector<Nanos>{105, 106, 0}));
  EXPECT_EQ(times(accesses, 1), (std::vector<Nanos>{105, 108, 0}));
  // From now on they are accessed together, on one clock.
  accesses.touch(2, 200);
  accesses.touch(1, 201);
  accesses.forget(0);
  EXPECT_EQ(times(accesses, 0), (std::vector<Nanos>{0, 201, 200}));
  EXPECT_EQ(times(accesses, 1), (std::vector<Nanos>{0, 201, 200}));
  EXPECT_TRUE(accesses.equal(0, accesses, 1, 0));
  EXPECT_EQ(accesses.hash(0, 300), accesses.hash(1, 300));
}

TEST(Accesses, KeepAndAssignColumns) {
  Accesses accesses = accessed();
  for (const Nanos later : {10, 20}) {
    Accesses other = accessed(later);
    accesses.take(other, first, 0);
  }
  Accesses some;
  const std::vector<Accesses::Part> parts{{.column = 2}, {.column = 0, .move = true}};
  some.assign(accesses, parts);
  EXPECT_EQ(times(some, 0), (std::vector<Nanos>{25, 26, 0}));
  EXPECT_EQ(times(some, 1), (std::vector<Nanos>{5, 6, 0}));
  accesses.keep(std::vector<std::size_t>{1, 2});
  ASSERT_EQ(accesses.columns(), 2U);
  EXPECT_EQ(times(accesses, 0), (std::vector<Nanos>{15, 16, 0}));
  EXPECT_EQ(times(accesses, 1), (std::vector<Nanos>{25, 26, 0}));
  // What was dropped is not there when there is room for it again.
  Accesses other = accessed(30);
  accesses.take(other, first, 0);
  EXPECT_EQ(times(accesses, 2), (std::vector<Nanos>{35, 36, 0}));
}

// At most the times of all columns, and never more.
TEST(Accesses, KnowTheOldestOfAllColumns) {
  Accesses accesses = accessed(100);
  EXPECT_EQ(accesses.oldest(1), 106);
  Accesses other = accessed();
  other.touch(1, 50);
  Accesses third = accessed(200);
  accesses.take(other, first, 10);
  EXPECT_EQ(accesses.oldest(0), 15);
  EXPECT_EQ(accesses.oldest(1), 60);
  third.take(accesses, std::vector<std::size_t>{0, 1}, 1000);
  EXPECT_EQ(third.oldest(0), 205);
  EXPECT_EQ(third.oldest(1), 206);
  third.touch(0, 5000);
  EXPECT_EQ(third.oldest(0), 5000);
  third.keep(std::vector<std::size_t>{2});
  EXPECT_EQ(third.oldest(1), 1060);
}

}  // namespace
}  // namespace rematfuzz::testing
