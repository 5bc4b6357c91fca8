// Taking programs apart and putting them together again.
#include "minimizer/pieces.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "fuzz/program/text.h"
#include "minimizer/passes/pass.h"
#include "sim/base/random.h"
#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

namespace rematfuzz::minimizer {
namespace {

constexpr std::uint64_t seeds = testing::slow_build ? 50 : 500;

Operation call_of(std::vector<NameNumber> args, std::vector<ProgramOutput> outputs) {
  Operation made;
  made.cost = 1;
  made.args = std::move(args);
  made.outputs = std::move(outputs);
  return made;
}

Program program_of(std::vector<Operation> operations) {
  Program program;
  program.operations = std::move(operations);
  program.features = used_features(program);
  return program;
}

TEST(Pieces, ComeTogetherAsTheyWere) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Program program = fuzz::random_program(seed);
    program.features = used_features(program);
    EXPECT_EQ(assemble(take_apart(program)), program);
  }
}

TEST(Pieces, AreValidWhateverGoes) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    Pieces pieces = take_apart(fuzz::random_program(seed, 30));
    for (Piece& piece : pieces.pieces) {
      const std::uint64_t what = random.below(6);
      if (what == 0) piece.fate = Fate::goes;
      if (what == 1) bridge(piece);
    }
    if (random.below(2) == 0)
      std::swap(pieces.pieces[random.below(pieces.pieces.size())], pieces.pieces.back());
    if (const auto made = assemble(pieces))
      ASSERT_EQ(fuzz::refusal_of(*made), "") << "seed " << seed;
  }
}

TEST(Pieces, PassesMakeValidPrograms) {
  for (std::uint64_t seed = 0; seed < seeds / 10; ++seed) {
    const Program program = fuzz::random_program(seed, 10);
    for (const Pass& pass : pass_table())
      for (std::size_t level = 0; level < pass.levels(program); ++level)
        for (std::size_t place = 0; place < pass.places(program, level); ++place)
          if (const auto made = pass.make(program, level, place))
            ASSERT_EQ(fuzz::refusal_of(*made), "")
                << pass.name << ", seed " << seed << ", level " << level << ", place " << place;
  }
}

// x0, x1; x2 = f(x0, x1); x3 = f(x2)
Program diamond() {
  return program_of({call_of({}, {{.size = 5}}), call_of({}, {{.size = 6}}),
                     call_of({0, 1}, {{.size = 7}}), call_of({2, 2}, {{.alias = 1}}),
                     operation_on(OperationKind::release, {2})});
}

TEST(Pieces, WhatGoesTakesArgumentsAndReleasesWithIt) {
  Pieces pieces = take_apart(diamond());
  pieces.pieces[2].fate = Fate::goes;
  // The view of what went is a storage of its own, as large.
  EXPECT_EQ(assemble(pieces), program_of({call_of({}, {{.size = 5}}), call_of({}, {{.size = 6}}),
                                          call_of({}, {{.size = 7}})}));
}

TEST(Pieces, ABridgeLeavesArgumentsInItsPlace) {
  Pieces pieces = take_apart(diamond());
  bridge(pieces.pieces[2]);
  EXPECT_EQ(assemble(pieces), program_of({call_of({}, {{.size = 5}}), call_of({}, {{.size = 6}}),
                                          call_of({0, 1}, {{.alias = 0}})}));
}

TEST(Pieces, AnOutputThatGoesLeavesWhatItViews) {
  Pieces pieces =
      take_apart(program_of({call_of({}, {{.size = 5}}), call_of({0}, {{.size = 1}, {.alias = 0}}),
                             call_of({2, 1}, {{.size = 3}})}));
  drop_output(pieces, 1, 1);
  EXPECT_EQ(assemble(pieces), program_of({call_of({}, {{.size = 5}}), call_of({0}, {{.size = 1}}),
                                          call_of({0, 1}, {{.size = 3}})}));
}

TEST(Pieces, NothingIsLeftWithoutOperators) {
  Pieces pieces = take_apart(diamond());
  for (Piece& piece : pieces.pieces) piece.fate = Fate::goes;
  EXPECT_FALSE(assemble(pieces));
}

}  // namespace
}  // namespace rematfuzz::minimizer
