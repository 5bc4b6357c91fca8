// Programs from choices and back: whatever the choices, a valid program; and each valid program has
// bytes of its own. TraceBuilder says what is valid.
#include "fuzz/program/codec.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/choices/odometer.h"
#include "sim/base/random.h"
#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t codec_seeds = testing::slow_build ? 200 : 3000;

bool any_operation(const Program& program, bool (*is)(const Operation&)) {
  return std::ranges::any_of(program.operations, is);
}

template <OperationKind kind>
bool is_of(const Operation& operation) {
  return operation.kind == kind;
}
bool has_view(const Operation& operation) {
  return std::ranges::any_of(operation.outputs,
                             [](const auto& output) { return output.alias >= 0; });
}
bool has_several_outputs(const Operation& operation) { return operation.outputs.size() > 1; }
// Whether a size or a cost of it that counts is one of those.
template <class Is>
bool has_number(const Operation& operation, Is is) {
  const bool has_cost =
      operation.kind == OperationKind::call || operation.kind == OperationKind::mutate;
  return (has_cost && is(operation.cost)) ||
         std::ranges::any_of(operation.outputs, [&](const ProgramOutput& output) {
           return output.alias < 0 && is(output.size);
         });
}
bool has_zero(const Operation& operation) {
  return has_number(operation, [](std::int64_t number) { return number == 0; });
}
bool has_wide(const Operation& operation) {
  return has_number(operation, [](std::int64_t number) { return number > 200; });
}
bool has_huge(const Operation& operation) {
  return has_number(operation, [](std::int64_t number) { return number > largest_number / 2; });
}
bool repeats_an_argument(const Operation& operation) {
  std::vector<NameNumber> args = operation.args;
  std::ranges::sort(args);
  return std::ranges::adjacent_find(args) != args.end();
}
bool has_many_arguments(const Operation& operation) { return operation.args.size() > 4; }
bool has_several_mutated(const Operation& operation) { return operation.mutated.size() > 1; }

// Things that programs have, and the feature that they need (0: none).
struct Thing {
  std::string_view name;
  int feature = 0;
  bool (*is)(const Operation&) = nullptr;
};
constexpr std::array things{
    Thing{"constants", feature_constants, is_of<OperationKind::constant>},
    Thing{"several outputs", feature_several_outputs, has_several_outputs},
    Thing{"views", feature_views, has_view},
    Thing{"mutates", feature_mutates, is_of<OperationKind::mutate>},
    Thing{"mutates of several", feature_mutates, has_several_mutated},
    Thing{"copies", feature_copies, is_of<OperationKind::copy>},
    Thing{"copy_from", feature_copies, is_of<OperationKind::copy_from>},
    Thing{"zeros", feature_zeros, has_zero},
    Thing{"wide numbers", feature_wide, has_wide},
    Thing{"numbers near the largest", feature_wide, has_huge},
    Thing{"releases", 0, is_of<OperationKind::release>},
    Thing{"repeated arguments", 0, repeats_an_argument},
    Thing{"many arguments", 0, has_many_arguments},
};

TEST(Codec, DrawsValidProgramsThatGoThroughBytes) {
  for (std::uint64_t seed = 0; seed < codec_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    expect_sound(random_program(seed, most_operations));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Codec, TheSameSeedGivesTheSame) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(random_program(seed), random_program(seed)) << "seed " << seed;
  EXPECT_NE(random_program(0), random_program(1));
}

TEST(Codec, KeepsWithinTheMostOperators) {
  for (const std::size_t most : {1U, 2U, 3U, 7U, 20U}) {
    std::size_t largest = 0;
    for (std::uint64_t seed = 0; seed < codec_seeds / 4; ++seed) {
      const Program program = random_program(seed, most);
      ASSERT_GE(program.operators(), 1U) << "most " << most << ", seed " << seed;
      ASSERT_LE(program.operators(), most) << "most " << most << ", seed " << seed;
      largest = std::max(largest, program.operators());
    }
    EXPECT_EQ(largest, most) << "the most operators of any seed";
  }
}

// Where bytes are decoded within the same limit again, as searches do with what they found.
TEST(Codec, BytesOfAProgramWithTheMostOperatorsAreAllRead) {
  for (std::uint64_t seed = 0; seed < codec_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = random_program(seed, 1 + seed % 12);
    ASSERT_EQ(decoded(encoded(program), program.operators()), with_used_features(program));
  }
}

TEST(Codec, OperationsAreLimitedToo) {
  // Answers that are copies for ever, and calls.
  class Always final : public ChoiceSource {
   public:
    explicit Always(std::uint64_t answer) : answer_(answer) {}
    std::uint64_t draw(std::uint64_t bound) override { return answer_ % bound; }

   private:
    std::uint64_t answer_;
  };
  for (const std::uint64_t answer : {30U, 62U, 1U, 31U, 0xfeU, 0xffU}) {
    if (testing::slow_build && answer != 30) break;
    SCOPED_TRACE(fmt::format("answer {}", answer));
    Always choices(answer);
    const Program program = decode(choices);
    EXPECT_EQ(refusal_of(program), "");
    EXPECT_EQ(program.operations.size(), most_operations);
    EXPECT_EQ(decoded(encoded(program)), with_used_features(program));
  }
}

TEST(Codec, EachThingIsDrawnBySomeSeed) {
  std::array<std::size_t, things.size()> programs{};
  for (std::uint64_t seed = 0; seed < codec_seeds; ++seed) {
    const Program program = random_program(seed);
    for (std::size_t i = 0; i < things.size(); ++i)
      if (any_operation(program, things[i].is)) ++programs[i];
  }
  for (std::size_t i = 0; i < things.size(); ++i)
    EXPECT_GT(programs[i], 0U) << things[i].name << " in " << codec_seeds << " random programs";
}

TEST(Codec, WhatIsNotAllowedIsNotDrawn) {
  for (const Thing& thing : things) {
    if (thing.feature == 0) continue;
    const auto allowed = static_cast<std::uint8_t>(all_features & ~thing.feature);
    for (std::uint64_t seed = 0; seed < codec_seeds / 8; ++seed) {
      const Program program = random_program(seed, 20, allowed);
      ASSERT_FALSE(any_operation(program, thing.is)) << thing.name << " with seed " << seed << ":\n"
                                                     << text_of(program);
      ASSERT_EQ(program.features & thing.feature, 0) << thing.name << ", seed " << seed;
    }
  }
}

TEST(Codec, FeaturesAreAtLeastThoseUsed) {
  for (const int allowed : {0, 1, 2, 4, 8, 16, 32, 64, 127})
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Program program = random_program(seed, 20, static_cast<std::uint8_t>(allowed));
      ASSERT_EQ(program.features & ~allowed, 0) << "allowed " << allowed << ", seed " << seed;
      ASSERT_EQ(used_features(program) & ~program.features, 0)
          << "allowed " << allowed << ", seed " << seed << ":\n"
          << text_of(program);
    }
}

TEST(Codec, NoBytesAreTheSimplestProgram) {
  Program simplest;
  simplest.operations.push_back(source_operation(1, 1));
  EXPECT_EQ(decoded({}), simplest);
  EXPECT_EQ(decoded(std::vector<std::uint8_t>(100, 0)), simplest);
}

TEST(Codec, AnyBytesAreAProgram) {
  for (std::uint64_t seed = 0; seed < codec_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    std::vector<std::uint8_t> bytes(random.below(300));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    expect_sound(decoded(bytes));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Codec, BytesThatAreAllTheSameAreAProgram) {
  for (unsigned byte = 0; byte < 256; ++byte)
    for (const std::size_t size : {1U, 2U, 7U, 8U, 9U, 20U, 100U, 1000U}) {
      if (testing::slow_build && size > 20) break;
      SCOPED_TRACE(fmt::format("{} times {}", size, byte));
      expect_sound(decoded(std::vector<std::uint8_t>(size, static_cast<std::uint8_t>(byte))));
      if (::testing::Test::HasFailure()) return;
    }
}

TEST(Codec, BytesCutOffAreAProgram) {
  for (std::uint64_t seed = 0; seed < (testing::slow_build ? 5 : 30); ++seed) {
    std::vector<std::uint8_t> bytes = encoded(random_program(seed));
    for (; !bytes.empty(); bytes.pop_back()) {
      SCOPED_TRACE(fmt::format("seed {}, {} bytes", seed, bytes.size()));
      expect_sound(decoded(bytes));
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Codec, ChangedBytesAreAProgram) {
  for (std::uint64_t seed = 0; seed < codec_seeds / 10; ++seed) {
    const std::vector<std::uint8_t> original = encoded(random_program(seed));
    Random random(seed);
    for (int change = 0; change < 10; ++change) {
      SCOPED_TRACE(fmt::format("seed {}, change {}", seed, change));
      std::vector<std::uint8_t> bytes = original;
      for (std::uint64_t left = 1 + random.below(3); left > 0; --left)
        bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.next());
      expect_sound(decoded(bytes));
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Codec, LargeThingsGoThroughBytes) {
  Program program;
  program.operations.push_back(source_operation(largest_number, 0));
  program.operations[0].outputs.resize(most_outputs, {.size = largest_number - 1});
  Operation call = source_operation(200, largest_number);
  for (std::size_t i = 0; i < most_arguments; ++i)
    call.args.push_back(static_cast<NameNumber>(i % most_outputs));
  call.outputs.push_back({.size = 0, .alias = static_cast<std::int32_t>(most_arguments) - 1});
  program.operations.push_back(call);
  Operation mutate = operation_on(OperationKind::mutate, call.args);
  mutate.cost = 201;
  for (std::size_t i = 0; i < most_outputs; ++i)
    mutate.mutated.push_back(static_cast<std::uint32_t>(most_arguments - 1 - i));
  program.operations.push_back(mutate);
  expect_sound(program);
}

// Numbers around which what is written changes.
TEST(Codec, NumbersGoThroughBytes) {
  std::vector<std::int64_t> numbers{0, 1, 2, 3, 4, 16, 17, 199, 200, 201, 255, 256, 257};
  for (int bits = 9; bits <= 40; ++bits)
    for (const int more : {-1, 0, 1}) numbers.push_back((std::int64_t{1} << bits) + more);
  for (const std::int64_t size : numbers)
    for (const std::int64_t cost : {numbers[0], numbers[1], numbers[7], size}) {
      if (size > largest_number || cost > largest_number) continue;
      SCOPED_TRACE(fmt::format("size {}, cost {}", size, cost));
      Program program;
      program.operations.push_back(source_operation(size, cost));
      expect_sound(program);
    }
}

// A header, and then an odometer of few ways for each choice: an operation of each sort, and the
// first and the last one of anything else.
class SmallScope final : public ChoiceSource {
 public:
  SmallScope(std::uint8_t features, std::uint64_t ending, Odometer& odometer)
      : header_{features, 0, 0, 0, 0, ending}, odometer_(odometer) {}

  std::uint64_t draw(std::uint64_t bound) override {
    if (next_ < header_.size()) return header_[next_++] % bound;
    constexpr std::uint64_t operations = 32;
    static constexpr std::array<std::uint64_t, 7> sorts{0, 1, 18, 26, 29, 30, 31};
    if (bound == operations) return sorts[odometer_.draw(sorts.size())];
    if (bound == 1) return 0;
    return odometer_.draw(2) == 0 ? 0 : bound - 1;
  }

 private:
  std::array<std::uint64_t, 6> header_;
  std::size_t next_ = 0;
  Odometer& odometer_;
};

TEST(Codec, AllProgramsOfSmallScopesAreValid) {
  constexpr std::size_t draws = testing::slow_build ? 6 : 8;
  std::size_t programs = 0;
  for (const std::uint8_t features : {std::uint8_t{0}, all_features})
    for (std::uint64_t ending = 0; ending < 4; ++ending) {
      Odometer odometer(draws);
      do {
        odometer.begin();
        SmallScope choices(features, ending, odometer);
        const Program program = decode(choices);
        ++programs;
        ASSERT_EQ(refusal_of(program), "") << "program " << programs << ":\n" << text_of(program);
      } while (odometer.advance());
    }
  EXPECT_GT(programs, testing::slow_build ? 200U : 3000U);
}

TEST(Codec, AllFirstDrawsAreValid) {
  // The whole header of a program but for its ending, which ends then.
  Odometer odometer(testing::slow_build ? 3 : 5);
  std::size_t programs = 0;
  do {
    odometer.begin();
    const Program program = decode(odometer);
    ++programs;
    ASSERT_EQ(refusal_of(program), "") << "program " << programs << ":\n" << text_of(program);
  } while (odometer.advance());
  EXPECT_EQ(programs, testing::slow_build ? 4096U : 65536U);
}

}  // namespace
}  // namespace rematfuzz::fuzz
