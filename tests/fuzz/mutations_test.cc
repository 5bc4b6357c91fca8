// Mutations and crossovers: what they leave can be made valid, the same for the same seed, and each
// has an effect.
#include "fuzz/mutate/mutations.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include "fuzz/mutate/crossover.h"
#include "fuzz/mutate/pick.h"
#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t mutation_seeds = testing::slow_build ? 40 : 400;

struct Mutated {
  bool done = false;
  Program program;
};

Mutated mutated(const Mutation& mutation, const Program& program, std::uint64_t seed) {
  Draft draft = draft_of(program);
  Random random(seed);
  const bool done = mutation.mutate(draft, random);
  return {done, finish(draft)};
}

TEST(Mutations, HaveNamesAndWeights) {
  std::set<std::string_view> names;
  for (const Mutation& mutation : mutation_table()) {
    EXPECT_TRUE(names.insert(mutation.name).second) << mutation.name << " is there twice";
    EXPECT_GT(mutation.weight, 0U) << mutation.name;
  }
}

TEST(Mutations, EachLeavesWhatCanBeMadeValid) {
  for (const Mutation& mutation : mutation_table())
    for (std::uint64_t seed = 0; seed < mutation_seeds; ++seed) {
      SCOPED_TRACE(fmt::format("{}, seed {}", mutation.name, seed));
      const Program program = random_program(seed, 1 + seed % 20);
      const Mutated result = mutated(mutation, program, seed);
      expect_sound(result.program);
      EXPECT_EQ(mutated(mutation, program, seed).program, result.program);
      if (!result.done) EXPECT_EQ(result.program, program) << "it said that it changed nothing";
      if (::testing::Test::HasFailure()) return;
    }
}

TEST(Mutations, EachChangesPrograms) {
  for (const Mutation& mutation : mutation_table()) {
    std::uint64_t changed = 0;
    for (std::uint64_t seed = 0; seed < mutation_seeds; ++seed) {
      const Program program = random_program(seed);
      if (mutated(mutation, program, seed).program != program) ++changed;
    }
    EXPECT_GT(changed, mutation_seeds / 10)
        << mutation.name << " of " << mutation_seeds << " programs";
  }
}

TEST(Mutations, DoOnTheSimplestProgram) {
  for (const Mutation& mutation : mutation_table())
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      SCOPED_TRACE(fmt::format("{}, seed {}", mutation.name, seed));
      expect_sound(mutated(mutation, decoded({}), seed).program);
    }
}

TEST(MutateProgram, StaysWithinTheMostOperators) {
  for (std::uint64_t seed = 0; seed < mutation_seeds; ++seed)
    for (const std::size_t most : {1U, 5U, 20U}) {
      SCOPED_TRACE(fmt::format("seed {}, most {}", seed, most));
      const Program program = random_program(seed);
      Random random(seed);
      const Program result = mutate_program(program, random, 4, most);
      expect_sound(result);
      EXPECT_GE(result.operators(), 1U);
      EXPECT_LE(result.operators(), most);
      Random again(seed);
      EXPECT_EQ(mutate_program(program, again, 4, most), result);
      EXPECT_EQ(again, random);
      if (::testing::Test::HasFailure()) return;
    }
}

// Programs that no decoder would draw.
TEST(MutateProgram, OverAndOver) {
  for (std::uint64_t seed = 0; seed < mutation_seeds / 20; ++seed) {
    Random random(seed);
    Program program = random_program(seed);
    for (int step = 0; step < 100; ++step) {
      SCOPED_TRACE(fmt::format("seed {}, step {}", seed, step));
      program = mutate_program(program, random, 4, 30);
      expect_sound(program);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(CrossPrograms, GivesValidPrograms) {
  std::uint64_t of_both = 0;
  for (std::uint64_t seed = 0; seed < 4 * mutation_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program a = random_program(2 * seed, 1 + seed % 20);
    const Program b = random_program(2 * seed + 1, 1 + seed % 13);
    const std::size_t most = 1 + seed % 30;
    Random random(seed);
    const Program crossed = cross_programs(a, b, random, most);
    expect_sound(crossed);
    EXPECT_LE(crossed.operators(), most);
    EXPECT_GE(crossed.operators(), 1U);
    Random again(seed);
    EXPECT_EQ(cross_programs(a, b, again, most), crossed);
    if (crossed != a && crossed != b) ++of_both;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(of_both, mutation_seeds) << "of " << 4 * mutation_seeds << " crossed programs";
}

TEST(CrossPrograms, OfTheSimplestOnes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    expect_sound(cross_programs(decoded({}), decoded({}), random, 20));
  }
}

TEST(PickNumber, IsWhatTheFeaturesAllow) {
  for (const int features :
       {0, int{feature_zeros}, int{feature_wide}, feature_zeros | feature_wide})
    for (std::uint64_t seed = 0; seed < 50000; ++seed) {
      Draft draft;
      draft.features = static_cast<std::uint8_t>(features);
      Random random(seed);
      const std::int64_t number = pick_number(draft, Numbers::sizes, random);
      ASSERT_GE(number, (features & feature_zeros) != 0 ? 0 : 1)
          << "features " << features << ", seed " << seed;
      ASSERT_LE(number, (features & feature_wide) != 0 ? largest_number : 200)
          << "features " << features << ", seed " << seed;
    }
}

TEST(NamesBefore, AreThoseBoundInFront) {
  Program program;
  program.operations = {source_operation(1, 1), operation_on(OperationKind::copy, {0}),
                        operation_on(OperationKind::release, {0}), source_operation(1, 1)};
  program.operations[0].outputs.push_back({.size = 1});
  const Draft draft = draft_of(program);
  EXPECT_EQ(names_before(draft, 0), std::vector<NameNumber>());
  EXPECT_EQ(names_before(draft, 1), (std::vector<NameNumber>{0, 1}));
  EXPECT_EQ(names_before(draft, 3), (std::vector<NameNumber>{0, 1, 2}));
  EXPECT_EQ(names_before(draft, 4), (std::vector<NameNumber>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace rematfuzz::fuzz
