// Mutations of search inputs, as engines and libFuzzer call them.
#include "fuzz/engine/mutator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most_bytes, unsigned int seed);
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t most_bytes,
                                                 unsigned int seed);

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t mutator_seeds = testing::slow_build ? 40 : 500;
constexpr std::size_t operators_of_inputs = 16;
constexpr std::uint8_t untouched = 0xa5;

using InputBytes = std::vector<std::uint8_t>;

Input random_input(std::uint64_t seed) {
  return {.policy = static_cast<std::uint8_t>(seed),
          .program = random_program(seed, 1 + seed % operators_of_inputs)};
}

// That what stands in the first `size` bytes of the buffer is all of an input, and nothing is
// written behind the first `most` (or behind what was there).
void expect_input(const InputBytes& buffer, std::size_t size, std::size_t most, std::size_t kept) {
  ASSERT_LE(size, most);
  for (std::size_t i = std::max(most, kept); i < buffer.size(); ++i)
    ASSERT_EQ(buffer[i], untouched) << "byte " << i << " of " << buffer.size() << ", most " << most;
  if (size == 0) return;  // nothing fitted
  const InputBytes bytes(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(size));
  const Input input = decode_input(bytes);
  EXPECT_LE(input.program.operators(), operators_of_inputs);
  EXPECT_EQ(refusal_of(input.program), "");
  EXPECT_EQ(encode_input(input), bytes);
}

std::vector<std::size_t> limits_around(std::size_t size) {
  return {0, 1, 2, 7, 8, 20, size / 2, size - 1, size, size + 1, size + 100, size + 1000};
}

TEST(Input, GoesThroughBytes) {
  for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Input input = random_input(seed);
    const Input back = decode_input(encode_input(input), operators_of_inputs);
    input.program = with_used_features(input.program);
    EXPECT_EQ(int{back.policy}, int{input.policy});
    ASSERT_EQ(back.program, input.program);
  }
  EXPECT_EQ(decode_input({}).program, decoded({}));
  EXPECT_EQ(int{decode_input({}).policy}, 0);
}

TEST(MutateInput, StaysWithinTheMostOperators) {
  std::uint64_t policies = 0;
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < 2 * mutator_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Input input = random_input(seed);
    const std::size_t most = input.program.operators() + seed % 3;
    Random random(seed);
    const Input mutated = mutate_input(input, random, {.most_operators = most});
    expect_sound(mutated.program);
    EXPECT_GE(mutated.program.operators(), 1U);
    EXPECT_LE(mutated.program.operators(), most);
    Random again(seed);
    EXPECT_EQ(mutate_input(input, again, {.most_operators = most}), mutated);
    policies += mutated.policy != input.policy ? 1 : 0;
    programs += mutated.program != input.program ? 1 : 0;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(policies, mutator_seeds / 20) << "changed policies";
  EXPECT_GT(programs, mutator_seeds) << "changed programs";
}

// A chain so long that no few mutations make it as short as those that are drawn anew.
TEST(MutateInput, DrawsProgramsAnewOnlyWhereItMay) {
  constexpr std::size_t operators = 60;
  Input input;
  for (NameNumber i = 0; i < operators; ++i) {
    input.program.operations.push_back(source_operation(2, 1));
    if (i > 0) input.program.operations.back().args = {i - 1};
  }
  for (const bool fresh_programs : {false, true}) {
    std::uint64_t fresh = 0;
    for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
      Random random(seed);
      const Input mutated = mutate_input(
          input, random, {.most_operators = 2 * operators, .fresh_programs = fresh_programs});
      if (mutated.program.operators() < operators / 2) ++fresh;
    }
    EXPECT_EQ(fresh > 0, fresh_programs) << fresh << " of " << mutator_seeds << " drawn anew";
  }
}

TEST(CustomMutator, KeepsWithinTheBuffer) {
  use_program_mutations({.most_operators = operators_of_inputs});
  for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
    const InputBytes input = encode_input(random_input(seed));
    for (const std::size_t most : limits_around(input.size())) {
      SCOPED_TRACE(fmt::format("seed {}, {} bytes, most {}", seed, input.size(), most));
      InputBytes buffer = input;
      buffer.resize(std::max(input.size(), most) + 64, untouched);
      const std::size_t size =
          LLVMFuzzerCustomMutator(buffer.data(), input.size(), most, static_cast<unsigned>(seed));
      expect_input(buffer, size, most, input.size());
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(CustomMutator, TakesAnyBytes) {
  use_program_mutations({.most_operators = operators_of_inputs});
  for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    constexpr std::size_t most = 400;
    const std::size_t given = random.below(most + 1);
    InputBytes buffer(given);
    for (std::uint8_t& byte : buffer) byte = static_cast<std::uint8_t>(random.next());
    buffer.resize(most + 64, untouched);
    const std::size_t size =
        LLVMFuzzerCustomMutator(buffer.data(), given, most, static_cast<unsigned>(seed));
    expect_input(buffer, size, most, most);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(CustomMutator, IsTheSameForTheSameSeed) {
  use_program_mutations({.most_operators = operators_of_inputs});
  for (std::uint64_t seed = 0; seed < mutator_seeds / 5; ++seed) {
    const InputBytes input = encode_input(random_input(seed));
    std::vector<InputBytes> results;
    for (int time = 0; time < 2; ++time) {
      InputBytes buffer = input;
      buffer.resize(input.size() + 500);
      buffer.resize(LLVMFuzzerCustomMutator(buffer.data(), input.size(), buffer.size(),
                                            static_cast<unsigned>(seed)));
      results.push_back(buffer);
    }
    EXPECT_EQ(results[0], results[1]) << "seed " << seed;
  }
}

TEST(CustomMutator, MakesInputsSmallerWhereThereIsLessRoom) {
  use_program_mutations({.most_operators = operators_of_inputs});
  std::size_t fitted = 0;
  for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
    InputBytes input = encode_input(random_input(seed));
    const std::size_t most = input.size() - 1;
    const std::size_t size =
        LLVMFuzzerCustomMutator(input.data(), input.size(), most, static_cast<unsigned>(seed));
    if (size > 0) ++fitted;
  }
  EXPECT_GT(fitted, mutator_seeds / 2) << "of " << mutator_seeds;
}

// Half of its results are changed elites, where there are some.
TEST(CustomMutator, ChangesElites) {
  Archive archive;
  Elites elites(archive);
  use_program_mutations({.most_operators = operators_of_inputs, .fresh_programs = false}, &elites);
  InputBytes given = encode_input({.policy = 3, .program = {}});
  const auto count_long = [&] {
    std::size_t count = 0;
    for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
      InputBytes buffer = given;
      buffer.resize(2000);
      buffer.resize(LLVMFuzzerCustomMutator(buffer.data(), given.size(), buffer.size(),
                                            static_cast<unsigned>(seed)));
      if (decode_input(buffer).program.operators() > operators_of_inputs / 2) ++count;
    }
    return count;
  };
  EXPECT_EQ(count_long(), 0U) << "changes of an empty program, before there are elites";
  Input longest = random_input(0);
  for (std::uint64_t seed = 1; seed < mutator_seeds; ++seed) {
    Input other = random_input(seed);
    if (other.program.operators() > longest.program.operators()) longest = std::move(other);
  }
  archive.add({.cell = 0,
               .effect = {.size = 1, .worse = 2, .better = 1},
               .mechanism = {},
               .operators = longest.program.operators(),
               .input = encode_input(longest)});
  EXPECT_GT(count_long(), mutator_seeds / 4);
  EXPECT_LT(count_long(), mutator_seeds * 3 / 4);
  use_program_mutations({.most_operators = operators_of_inputs});
}

TEST(CustomCrossOver, KeepsWithinTheBuffer) {
  use_program_mutations({.most_operators = operators_of_inputs});
  for (std::uint64_t seed = 0; seed < mutator_seeds; ++seed) {
    const InputBytes first = encode_input(random_input(2 * seed));
    const InputBytes second = encode_input(random_input(2 * seed + 1));
    for (const std::size_t most : limits_around(first.size())) {
      SCOPED_TRACE(fmt::format("seed {}, most {}", seed, most));
      InputBytes buffer(most + 64, untouched);
      const std::size_t size =
          LLVMFuzzerCustomCrossOver(first.data(), first.size(), second.data(), second.size(),
                                    buffer.data(), most, static_cast<unsigned>(seed));
      expect_input(buffer, size, most, 0);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace rematfuzz::fuzz
