// Pieces of training steps: what is taken from before has a stand-in that is as large, and as dear,
// and what goes in the program goes in the piece.
#include "fuzz/seeds/windows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/seeds/bundled.h"
#include "tests/fuzz/models.h"
#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t window_seeds = testing::slow_build ? 30 : 250;

// Of what a name denotes at a place: what made it, and how large it is.
struct Made {
  bool constant = false;
  Bytes size = 0;
  Nanos cost = 0;
};

Made made_by(const Operation& operation, Bytes size) {
  return {operation.kind == OperationKind::constant, size, operation.cost};
}

// By name, in front of operation `end`.
std::vector<Made> denoted(const Program& program, std::size_t end) {
  std::vector<Made> made;
  for (std::size_t i = 0; i < end; ++i) {
    const Operation& operation = program.operations[i];
    switch (operation.kind) {
      case OperationKind::release:
        break;
      case OperationKind::copy:
        made.push_back(made[operation.args[0]]);
        break;
      case OperationKind::copy_from:
        made[operation.args[0]] = made[operation.args[1]];
        break;
      case OperationKind::mutate: {
        const std::vector<Made> before = made;
        for (const std::uint32_t index : operation.mutated)
          made[operation.args[index]] = made_by(operation, before[operation.args[index]].size);
        break;
      }
      default: {
        const std::vector<Made> before = made;
        for (const ProgramOutput& output : operation.outputs) {
          const auto viewed = static_cast<std::size_t>(std::max(output.alias, 0));
          made.push_back(made_by(
              operation, output.alias < 0 ? output.size : before[operation.args[viewed]].size));
        }
      }
    }
  }
  return made;
}

// Where the operations end that have `operators` operators, from `first` on.
std::size_t end_behind(const Program& program, std::size_t first, std::size_t operators) {
  std::size_t end = first;
  while (end < program.operations.size() &&
         (operators > 0 || !program.operations[end].is_operator()))
    operators -= program.operations[end++].is_operator() ? 1 : 0;
  return end;
}

// Names bound in front of `first` that are taken by operations up to `end`, in that order.
std::vector<NameNumber> taken_from_before(const Program& program, std::size_t first,
                                          std::size_t end) {
  const std::size_t before = denoted(program, first).size();
  std::vector<NameNumber> taken;
  for (std::size_t i = first; i < end; ++i)
    for (const NameNumber arg : program.operations[i].args)
      if (arg < before && std::ranges::find(taken, arg) == taken.end()) taken.push_back(arg);
  return taken;
}

// A window, and what of the program it is of.
struct Piece {
  const Program& program;
  std::size_t first = 0;
  std::size_t operators = 0;
  Program window = window_of(program, first, operators);
  std::size_t end = end_behind(program, first, operators);
  std::vector<NameNumber> taken = taken_from_before(program, first, end);
};

void expect_stand_ins(const Piece& piece) {
  const std::vector<Made> made = denoted(piece.program, piece.first);
  ASSERT_GE(piece.window.operations.size(), piece.taken.size());
  for (std::size_t i = 0; i < piece.taken.size(); ++i) {
    const Made& wanted = made[piece.taken[i]];
    Operation expected = source_operation(wanted.size, wanted.constant ? 0 : wanted.cost);
    if (wanted.constant) expected.kind = OperationKind::constant;
    EXPECT_EQ(piece.window.operations[i], expected)
        << "the stand-in for name " << piece.taken[i] << ": expected size " << wanted.size
        << ", cost " << wanted.cost << (wanted.constant ? ", constant" : "");
  }
}

// The program's names of those in the window, in the window's order.
std::vector<NameNumber> names_of(const Piece& piece) {
  std::vector<NameNumber> names = piece.taken;
  const std::size_t end = denoted(piece.program, piece.end).size();
  for (std::size_t name = denoted(piece.program, piece.first).size(); name < end; ++name)
    names.push_back(static_cast<NameNumber>(name));
  return names;
}

// The operation of the window at `at`, with the program's names.
Operation renamed(const Piece& piece, const std::vector<NameNumber>& names, std::size_t at) {
  Operation operation = piece.window.operations[at];
  for (NameNumber& arg : operation.args) arg = names.at(arg);
  return operation;
}

// The operations themselves, and then what is released later, in the same order.
void expect_operations(const Piece& piece) {
  const std::vector<NameNumber> names = names_of(piece);
  std::size_t at = piece.taken.size();
  for (std::size_t i = piece.first; i < piece.program.operations.size(); ++i) {
    const Operation& expected = piece.program.operations[i];
    if (i >= piece.end && (expected.kind != OperationKind::release ||
                           std::ranges::find(names, expected.args[0]) == names.end()))
      continue;
    ASSERT_LT(at, piece.window.operations.size()) << "operation " << i << " of the program";
    EXPECT_EQ(renamed(piece, names, at++), expected) << "operation " << i << " of the program";
  }
  EXPECT_EQ(at, piece.window.operations.size());
}

bool has_no_copies(const Program& program) {
  return (used_features(program) & (feature_copies | feature_views)) == 0;
}

void expect_window(const Piece& piece) {
  expect_sound(piece.window);
  EXPECT_GE(piece.window.operators(), 1U);
  EXPECT_LE(piece.window.operators(), piece.operators + piece.taken.size());
  expect_stand_ins(piece);
}

TEST(Windows, OfTrainingSteps) {
  for (const SmallModel& model : small_models()) {
    const Program program = program_of(model);
    const std::size_t count = program.operations.size();
    for (std::size_t part = 0; part < 20; ++part)
      for (const std::size_t operators : {1U, 7U, 30U}) {
        const Piece piece{program, count * part / 20, operators};
        SCOPED_TRACE(fmt::format("{}, {} operators from operation {} of {}", model.name, operators,
                                 piece.first, count));
        expect_window(piece);
        expect_operations(piece);
        if (::testing::Test::HasFailure()) return;
      }
  }
}

TEST(Windows, OfRandomPrograms) {
  for (std::uint64_t seed = 0; seed < window_seeds; ++seed) {
    const Program program = random_program(seed, 30);
    for (std::size_t first = 0; first < program.operations.size(); first += 3) {
      const Piece piece{program, first, 1 + (seed + first) % 8};
      SCOPED_TRACE(fmt::format("seed {}, {} operators from operation {} of\n{}", seed,
                               piece.operators, first, text_of(program)));
      expect_window(piece);
      if (has_no_copies(program)) {
        expect_operations(piece);
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Windows, OfTheWholeProgramIsTheProgram) {
  for (const SmallModel& model : small_models()) {
    const Program program = program_of(model);
    EXPECT_EQ(window_of(program, 0, program.operators()), program) << model.name;
  }
}

TEST(ScaledDown, NumbersAreWithinTheLargest) {
  for (const SmallModel& model : small_models())
    for (const std::int64_t largest : {1, 3, 200, 100000}) {
      SCOPED_TRACE(fmt::format("{}, largest {}", model.name, largest));
      const Program program = program_of(model);
      const Program scaled = scaled_down(program, largest);
      expect_sound(scaled);
      ASSERT_EQ(scaled.operations.size(), program.operations.size());
      for (std::size_t i = 0; i < program.operations.size(); ++i) {
        Operation operation = scaled.operations[i];
        const Operation& original = program.operations[i];
        EXPECT_LE(operation.cost, std::min<Nanos>(largest, original.cost)) << "operation " << i;
        EXPECT_EQ(operation.cost == 0, original.cost == 0) << "operation " << i;
        for (std::size_t k = 0; k < operation.outputs.size(); ++k) {
          const Bytes size = operation.outputs[k].size;
          EXPECT_LE(size, std::min<Bytes>(largest, original.outputs[k].size)) << "operation " << i;
          EXPECT_EQ(size == 0, original.outputs[k].size == 0) << "operation " << i;
          operation.outputs[k].size = original.outputs[k].size;
        }
        operation.cost = original.cost;
        EXPECT_EQ(operation, original) << "but for its numbers, operation " << i;
      }
    }
}

TEST(ScaledDown, DividesSizesAndCostsEachByTheSame) {
  Program program;
  program.operations = {source_operation(1000, 5), source_operation(99, 7), source_operation(0, 0)};
  Program expected;
  expected.operations = {source_operation(90, 5), source_operation(9, 7), source_operation(0, 0)};
  expected.features = feature_zeros;
  EXPECT_EQ(scaled_down(program, 100), expected);  // sizes by 11, costs by 1
}

TEST(SeedsFrom, AreWithinTheLimits) {
  for (const SmallModel& model : small_models())
    for (const std::size_t most_operators : {1U, 12U, 40U, 100000U})
      for (const std::size_t most : {0U, 1U, 2U, 9U, 40U}) {
        if (testing::slow_build && most > 9) continue;
        SCOPED_TRACE(fmt::format("{}, {} operators, most {}", model.name, most_operators, most));
        const std::vector<Program> seeds = seeds_from(program_of(model), most_operators, most);
        EXPECT_LE(seeds.size(), most);
        for (const Program& seed : seeds) {
          ASSERT_EQ(refusal_of(seed), "");
          EXPECT_LE(seed.operators(), most_operators);
        }
      }
}

TEST(SeedsFrom, BeginWithTheProgramWhereItFits) {
  const Program program = program_of(small_models()[0]);
  const std::vector<Program> seeds = seeds_from(program, program.operators(), 10);
  ASSERT_GE(seeds.size(), 2U);
  EXPECT_EQ(seeds[0], scaled_down(program, 200));
  EXPECT_EQ(seeds[1], program);
  for (const Program& seed : seeds_from(program, program.operators() - 1, 10))
    EXPECT_NE(seed, program);
}

TEST(SeedsFrom, AreMany) {
  for (const SmallModel& model : small_models())
    EXPECT_GE(seeds_from(program_of(model), 20, 40).size(), 10U) << model.name;
}

TEST(BundledSeeds, AreValid) {
  const std::vector<Input> seeds = bundled_seeds();
  EXPECT_GE(seeds.size(), 3U);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    SCOPED_TRACE(fmt::format("seed number {}", i));
    expect_sound(seeds[i].program);
    EXPECT_LE(seeds[i].program.operators(), 20U);
    EXPECT_EQ(seeds[i].program.features, used_features(seeds[i].program));
  }
}

}  // namespace
}  // namespace rematfuzz::fuzz
