// Interning names.
#include "sim/trace/name_table.h"

#include <gtest/gtest.h>

#include <string>

namespace rematfuzz {
namespace {

TEST(NameTable, CountsUpFromZero) {
  NameTable table;
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.intern("a"), 0U);
  EXPECT_EQ(table.intern("b"), 1U);
  EXPECT_EQ(table.intern("a"), 0U);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table[0], "a");
  EXPECT_EQ(table[1], "b");
}

TEST(NameTable, FindsOnlyWhatWasInterned) {
  NameTable table;
  EXPECT_EQ(table.find("a"), no_id);
  EXPECT_EQ(table.find(""), no_id);
  table.intern("a");
  EXPECT_EQ(table.find("a"), 0U);
  EXPECT_EQ(table.find("b"), no_id);
  EXPECT_EQ(table.size(), 1U);
}

TEST(NameTable, TakesAnyBytes) {
  NameTable table;
  const std::string with_nul("a\0b", 3);
  EXPECT_EQ(table.intern(""), 0U);
  EXPECT_EQ(table.intern(with_nul), 1U);
  EXPECT_EQ(table.intern("a"), 2U);
  EXPECT_EQ(table[0], "");
  EXPECT_EQ(table[1], with_nul);
  EXPECT_EQ(table.find(with_nul), 1U);
}

TEST(NameTable, TellsNamesWithACommonBeginningApart) {
  NameTable table;
  const NameId shorter = table.intern("x1");
  const NameId longer = table.intern("x10");
  EXPECT_NE(shorter, longer);
  EXPECT_EQ(table.find("x1"), shorter);
  EXPECT_EQ(table.find("x10"), longer);
}

TEST(NameTable, KeepsManyNamesWhileItGrows) {
  NameTable table;
  constexpr NameId count = 20000;
  for (NameId i = 0; i < count; ++i) ASSERT_EQ(table.intern("name" + std::to_string(i)), i);
  table.shrink_to_fit();
  for (NameId i = 0; i < count; ++i) {
    const std::string name = "name" + std::to_string(i);
    ASSERT_EQ(table.find(name), i);
    ASSERT_EQ(table[i], name);
  }
  EXPECT_EQ(table.intern("one more"), count);
}

}  // namespace
}  // namespace rematfuzz
