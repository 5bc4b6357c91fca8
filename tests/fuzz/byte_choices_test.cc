// Choices as bytes: what is appended is drawn, and every string of bytes is a list of choices.
#include "fuzz/choices/byte_choices.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/base/random.h"

namespace rematfuzz::fuzz {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

struct BoundAndBytes {
  std::uint64_t bound = 1;
  std::size_t bytes = 0;
};

const std::vector<BoundAndBytes>& bounds() {
  static const std::vector<BoundAndBytes> bounds{
      {1, 0},
      {2, 1},
      {255, 1},
      {256, 1},
      {257, 2},
      {65536, 2},
      {65537, 3},
      {std::uint64_t{1} << 40U, 5},
      {(std::uint64_t{1} << 40U) + 1, 6},
      {UINT64_MAX, 8},
  };
  return bounds;
}

Bytes8 appended(std::uint64_t value, std::uint64_t bound) {
  Bytes8 bytes;
  append_choice(bytes, value, bound);
  return bytes;
}

std::uint64_t drawn(const Bytes8& bytes, std::uint64_t bound) {
  return ByteChoices(bytes).draw(bound);
}

TEST(ByteChoices, DrawsWhatWasAppended) {
  Random random(1);
  for (const auto& [bound, bytes] : bounds()) {
    std::vector<std::uint64_t> values{0, bound / 2, bound - 1};
    for (int i = 0; i < 100; ++i) values.push_back(random.below(bound));
    for (const std::uint64_t value : values) {
      SCOPED_TRACE(fmt::format("{} of a bound of {}", value, bound));
      const Bytes8 written = appended(value, bound);
      EXPECT_EQ(written.size(), bytes);
      EXPECT_EQ(drawn(written, bound), value);
    }
  }
}

TEST(ByteChoices, DrawsChoicesInTheirOrder) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    Bytes8 bytes;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> choices;  // value, bound
    for (int i = 0; i < 40; ++i) {
      const std::uint64_t bound = bounds()[random.below(bounds().size())].bound;
      choices.emplace_back(random.below(bound), bound);
      append_choice(bytes, choices.back().first, bound);
    }
    ByteChoices source(bytes);
    for (const auto& [value, bound] : choices) EXPECT_EQ(source.draw(bound), value);
    EXPECT_EQ(source.draw(256), 0U) << "after the last of " << bytes.size() << " bytes";
  }
}

TEST(ByteChoices, ABoundOfOneTakesNoByte) {
  const Bytes8 bytes{7};
  ByteChoices source(bytes);
  EXPECT_EQ(source.draw(1), 0U);
  EXPECT_EQ(source.draw(256), 7U);
}

TEST(ByteChoices, NoBytesAreZeros) {
  ByteChoices source({});
  for (const BoundAndBytes& one : bounds())
    EXPECT_EQ(source.draw(one.bound), 0U) << "bound " << one.bound;
}

TEST(ByteChoices, BytesThatAreMissingAreZeros) {
  EXPECT_EQ(drawn({0x34}, 65536), 0x34U);
  EXPECT_EQ(drawn({0x34, 0x12}, std::uint64_t{1} << 40U), 0x1234U);
  const Bytes8 bytes{0x34};
  ByteChoices source(bytes);
  source.draw(65536);
  EXPECT_EQ(source.draw(2), 0U);
}

TEST(ByteChoices, LowestByteFirstModuloTheBound) {
  EXPECT_EQ(drawn({0x34, 0x12}, 65536), 0x1234U);
  EXPECT_EQ(drawn({0x34, 0x12}, 1000), 0x1234U % 1000);
  EXPECT_EQ(drawn({0xff}, 2), 1U);
  EXPECT_EQ(drawn({0xff}, 255), 0U);
  EXPECT_EQ(drawn({0xff, 0xff}, 257), 0xffffU % 257);
  EXPECT_EQ(drawn(Bytes8(8, 0xff), UINT64_MAX), 0U);
}

}  // namespace
}  // namespace rematfuzz::fuzz
