// The odometer: all choices of a decoder, each once, whatever depends on what was drawn before.
#include "fuzz/choices/odometer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rematfuzz::fuzz {
namespace {

using ::testing::ElementsAre;

// What `draw(source)` gives in each round, in their order.
template <class Draw>
std::vector<std::string> rounds(Odometer& odometer, Draw draw) {
  std::vector<std::string> all;
  do {
    odometer.begin();
    all.push_back(draw(odometer));
  } while (odometer.advance());
  return all;
}

// As many digits as the bounds.
auto digits(std::vector<std::uint64_t> bounds) {
  return [bounds = std::move(bounds)](ChoiceSource& source) {
    std::string text;
    for (const std::uint64_t bound : bounds) text += std::to_string(source.draw(bound));
    return text;
  };
}

std::size_t distinct(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  texts.erase(std::ranges::unique(texts).begin(), texts.end());
  return texts.size();
}

TEST(Odometer, DrawsAllCombinationsInOrder) {
  Odometer odometer;
  EXPECT_THAT(rounds(odometer, digits({2, 1, 3})),
              ElementsAre("000", "001", "002", "100", "101", "102"));
}

TEST(Odometer, BeginsAnewAfterTheLastRound) {
  Odometer odometer;
  const auto first = rounds(odometer, digits({2, 3}));
  EXPECT_EQ(rounds(odometer, digits({2, 3})), first);
  EXPECT_THAT(rounds(odometer, digits({2})), ElementsAre("0", "1"));
}

TEST(Odometer, WithoutDrawsThereIsOneRound) {
  Odometer odometer;
  EXPECT_THAT(rounds(odometer, digits({})), ElementsAre(""));
  EXPECT_THAT(rounds(odometer, digits({1, 1})), ElementsAre("00"));
}

TEST(Odometer, BoundsMayDependOnWhatWasDrawn) {
  Odometer odometer;
  const auto all = rounds(odometer, [](ChoiceSource& source) {
    const std::uint64_t a = source.draw(4);
    const std::uint64_t b = source.draw(a + 1);
    std::string text = std::to_string(a) + std::to_string(b);
    if (b == 0) text += std::to_string(source.draw(3));
    return text;
  });
  EXPECT_THAT(all, ElementsAre("000", "001", "002", "100", "101", "102", "11", "200", "201", "202",
                               "21", "22", "300", "301", "302", "31", "32", "33"));
}

// A leaf, or two trees that are less deep.
std::string tree(ChoiceSource& source, int depth) {
  if (depth == 0 || source.draw(2) == 0) return ".";
  const std::string left = tree(source, depth - 1);
  return "(" + left + tree(source, depth - 1) + ")";
}

TEST(Odometer, CountsAGrammar) {
  std::size_t expected = 1;  // trees of depth 0
  for (int depth = 0; depth <= 4; ++depth) {
    Odometer odometer;
    const auto all = rounds(odometer, [&](ChoiceSource& source) { return tree(source, depth); });
    EXPECT_EQ(all.size(), expected) << "trees of depth " << depth;
    EXPECT_EQ(distinct(all), expected) << "different trees of depth " << depth;
    expected = 1 + expected * expected;
  }
}

TEST(Odometer, DrawsPastTheMostAreZeroAndNotVaried) {
  Odometer two(2);
  EXPECT_THAT(rounds(two, digits({2, 2, 2, 5})), ElementsAre("0000", "0100", "1000", "1100"));
  Odometer none(0);
  EXPECT_THAT(rounds(none, digits({3, 3})), ElementsAre("00"));
  Odometer enough(3);
  EXPECT_EQ(rounds(enough, digits({2, 2, 3})).size(), 12U);
}

TEST(Odometer, TheMostCountsDrawsOfARound) {
  // A first draw of 1 leaves one varied draw to what follows.
  Odometer odometer(2);
  const auto all = rounds(odometer, [](ChoiceSource& source) {
    std::string text = std::to_string(source.draw(2));
    if (text == "1") text += std::to_string(source.draw(2)) + std::to_string(source.draw(2));
    return text;
  });
  EXPECT_THAT(all, ElementsAre("0", "100", "110"));
}

}  // namespace
}  // namespace rematfuzz::fuzz
