// What an archive takes as new.
#include "fuzz/search/archive.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace rematfuzz::fuzz {
namespace {

Discovery discovery_of(double size, std::size_t operators, std::uint32_t cell = 0,
                       Mechanism mechanism = {}) {
  return {.cell = cell,
          .effect = {.size = size, .worse = 2, .better = 1},
          .mechanism = mechanism,
          .operators = operators,
          .input = {static_cast<std::uint8_t>(operators)}};
}

Archive archive_with(const Discovery& discovery) {
  Archive archive;
  EXPECT_TRUE(archive.add(discovery));
  return archive;
}

TEST(Archive, TakesTheFirstOfACellAndMechanism) {
  Archive archive = archive_with(discovery_of(0.5, 10));
  EXPECT_FALSE(archive.is_news(discovery_of(0.1, 10)));
  EXPECT_TRUE(archive.is_news(discovery_of(0.1, 10, 1)));
  const Mechanism pinned{.fully_pinned = true};
  EXPECT_TRUE(archive.add(discovery_of(0.1, 10, 0, pinned)));
  EXPECT_TRUE(archive.add(discovery_of(0.1, 10, 1, pinned)));
  EXPECT_EQ(archive.entries().size(), 3U);
}

TEST(Archive, TakesAnEffectLargerByAFiftieth) {
  const Archive archive = archive_with(discovery_of(100, 10));
  EXPECT_FALSE(archive.is_news(discovery_of(101.9, 10)));
  EXPECT_TRUE(archive.is_news(discovery_of(102.1, 10)));
  EXPECT_TRUE(archive.is_news(discovery_of(102.1, 1000)));  // however long
}

TEST(Archive, TakesOneNotSmallerOfFewerOperators) {
  const Archive archive = archive_with(discovery_of(100, 10));
  EXPECT_TRUE(archive.is_news(discovery_of(100, 9)));
  EXPECT_TRUE(archive.is_news(discovery_of(101, 9)));
  EXPECT_FALSE(archive.is_news(discovery_of(99.9, 1)));
  EXPECT_FALSE(archive.is_news(discovery_of(100, 10)));
  EXPECT_FALSE(archive.is_news(discovery_of(101, 11)));
}

TEST(Archive, KeepsTheOneTakenLast) {
  Archive archive = archive_with(discovery_of(100, 10));
  EXPECT_FALSE(archive.add(discovery_of(101, 10)));
  EXPECT_TRUE(archive.add(discovery_of(105, 8)));
  EXPECT_TRUE(archive.knows(discovery_of(1, 10)));
  EXPECT_FALSE(archive.knows(discovery_of(1, 10, 1)));
  ASSERT_EQ(archive.entries().size(), 1U);
  const Discovery& kept = archive.entries().at({0, mechanism_index({})});
  EXPECT_EQ(kept.effect.size, 105);
  EXPECT_EQ(kept.operators, 8U);
  EXPECT_EQ(kept.input, std::vector<std::uint8_t>{8});
}

}  // namespace
}  // namespace rematfuzz::fuzz
