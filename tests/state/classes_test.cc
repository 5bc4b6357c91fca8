// Equivalence classes against a plain partition.
#include "sim/state/classes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "sim/base/random.h"

namespace rematfuzz {
namespace {

// Every storage with a node knows its class by number; joining renumbers.
class Partition {
 public:
  void add(StorageId storage, Nanos value) {
    class_of_[storage] = next_;
    value_[next_++] = value;
  }
  void join(StorageId a, StorageId b) {
    const int into = class_of_.at(a);
    const int from = class_of_.at(b);
    if (into == from) return;
    for (auto& [storage, number] : class_of_)
      if (number == from) number = into;
    value_[into] += value_.at(from);
  }
  void remove(StorageId storage, Nanos value) {
    value_[class_of_.at(storage)] -= value;
    class_of_.erase(storage);
  }

  bool has(StorageId storage) const { return class_of_.contains(storage); }
  bool together(StorageId a, StorageId b) const { return class_of_.at(a) == class_of_.at(b); }
  Nanos value(StorageId storage) const { return value_.at(class_of_.at(storage)); }

 private:
  std::map<StorageId, int> class_of_;
  std::map<int, Nanos> value_;
  int next_ = 0;
};

Nanos value(const Classes& classes, StorageId storage) {
  return classes.value(classes.class_of(storage));
}

TEST(Classes, JoiningAddsTheValues) {
  Classes classes(4);
  classes.add(0, 5);
  classes.add(1, 7);
  classes.add(3, 100);
  classes.join(0, 1);
  EXPECT_EQ(classes.class_of(0), classes.class_of(1));
  EXPECT_NE(classes.class_of(0), classes.class_of(3));
  EXPECT_EQ(value(classes, 0), 12);
  EXPECT_EQ(value(classes, 3), 100);
}

TEST(Classes, JoiningWhatIsTogetherChangesNothing) {
  Classes classes(2);
  classes.add(0, 5);
  classes.add(1, 7);
  classes.join(0, 1);
  classes.join(1, 0);
  classes.join(0, 0);
  EXPECT_EQ(value(classes, 0), 12);
}

// c joins a and b; what becomes material leaves, and does not split what it joined.
TEST(Classes, RemovingTakesTheValueOutAndLeavesTheOthersTogether) {
  Classes classes(3);
  for (StorageId s = 0; s < 3; ++s) classes.add(s, Nanos{10} * (s + 1));
  classes.join(0, 2);
  classes.join(2, 1);
  classes.remove(2, 30);
  EXPECT_EQ(classes.class_of(0), classes.class_of(1));
  EXPECT_EQ(value(classes, 0), 30);
}

// A view joined the storage after it was evicted: more is taken out than was put in.
TEST(Classes, ValuesCanBecomeNegative) {
  Classes classes(2);
  classes.add(0, 5);
  classes.add(1, 1);
  classes.join(0, 1);
  classes.remove(0, 9);
  EXPECT_EQ(value(classes, 1), -3);
}

TEST(Classes, OfOtherHistoriesAreEqualWhereThePartitionIs) {
  Classes one(4);
  Classes other(4);
  for (StorageId s = 0; s < 4; ++s) one.add(s, s);
  one.join(0, 1);
  one.join(1, 2);
  one.remove(3, 3);
  other.add(2, 3);
  other.add(1, 0);
  other.join(1, 2);
  other.add(0, 0);
  other.join(2, 0);
  EXPECT_TRUE(one == other);
  EXPECT_EQ(one.hash(), other.hash());
}

TEST(Classes, OfAnotherPartitionOrValueAreDifferent) {
  const auto made = [](bool joined, Nanos first, bool third) {
    Classes classes(3);
    classes.add(0, first);
    classes.add(1, 4);
    if (joined) classes.join(0, 1);
    if (third) classes.add(2, 0);
    return classes;
  };
  const Classes base = made(true, 3, false);
  for (const Classes& other : {made(false, 3, false), made(true, 2, false), made(true, 3, true)}) {
    EXPECT_FALSE(base == other);
    EXPECT_NE(base.hash(), other.hash());
  }
  EXPECT_FALSE(Classes(2) == Classes(3));
}

TEST(Classes, AreNotMaintainedForNoStorage) {
  EXPECT_FALSE(Classes().maintained());
  EXPECT_TRUE(Classes(1).maintained());
}

void expect_equal(const Classes& classes, const Partition& partition, StorageId storages) {
  for (StorageId a = 0; a < storages; ++a) {
    if (!partition.has(a)) continue;
    ASSERT_EQ(value(classes, a), partition.value(a)) << "storage " << a;
    for (StorageId b = 0; b < a; ++b)
      if (partition.has(b))
        ASSERT_EQ(classes.class_of(a) == classes.class_of(b), partition.together(a, b))
            << "storages " << a << " and " << b;
  }
}

// 30,000 nodes come and go: dead ones are swept out, and sweeping changes nothing to be seen.
TEST(Classes, AreAPartitionUnderRandomOperations) {
  constexpr StorageId storages = 30;
  Random random(4);
  Classes classes(storages);
  Partition partition;
  for (int i = 0; i < 60'000; ++i) {
    const auto a = static_cast<StorageId>(random.below(storages));
    const auto b = static_cast<StorageId>(random.below(storages));
    const auto amount = static_cast<Nanos>(random.below(100));
    if (!partition.has(a)) {
      classes.add(a, amount);
      partition.add(a, amount);
    } else if (random.below(3) == 0 && partition.has(b)) {
      const Classes before = classes;
      classes.join(a, b);
      partition.join(a, b);
      ASSERT_EQ(classes == before,
                value(before, a) == value(classes, a) && before.class_of(a) == before.class_of(b));
    } else {
      classes.remove(a, amount);
      partition.remove(a, amount);
    }
    if (i % 16 == 0) ASSERT_NO_FATAL_FAILURE(expect_equal(classes, partition, storages));
    ASSERT_LE(classes.nodes(), 2 * storages + 64);
  }
}

}  // namespace
}  // namespace rematfuzz
