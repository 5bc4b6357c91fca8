// Drafts: valid programs come back as they were, and whatever else is left behind is made valid.
#include "fuzz/program/draft.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/base/random.h"
#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t draft_seeds = testing::slow_build ? 100 : 1500;

Operation call_of(std::vector<NameNumber> args, Bytes size) {
  Operation made = source_operation(size, 1);
  made.args = std::move(args);
  return made;
}

Program program_with(std::vector<Operation> operations) {
  Program program;
  program.operations = std::move(operations);
  program.features = used_features(program);
  return program;
}

Draft draft_with(std::vector<Operation> operations) {
  return draft_of(program_with(std::move(operations)));
}

void shuffle(std::vector<DraftOperation>& operations, Random& random) {
  for (std::size_t i = operations.size(); i > 1; --i)
    std::swap(operations[i - 1], operations[random.below(i)]);
}

void remove_some(std::vector<DraftOperation>& operations, Random& random) {
  std::erase_if(operations, [&](const DraftOperation&) { return random.below(3) == 0; });
}

// Anything that a mutation may leave behind in an operation.
void spoil(DraftOperation& drafted, NameNumber names, Random& random) {
  Operation& operation = drafted.operation;
  for (NameNumber& arg : operation.args)
    if (random.below(2) == 0) arg = static_cast<NameNumber>(random.below(names));
  for (ProgramOutput& output : operation.outputs)
    if (random.below(2) == 0) output.alias = static_cast<std::int32_t>(random.below(5)) - 1;
  for (std::uint32_t& index : operation.mutated)
    if (random.below(2) == 0) index = static_cast<std::uint32_t>(random.below(5));
  const bool has_cost = operation.is_operator() && operation.kind != OperationKind::constant;
  if (has_cost && random.below(4) == 0) operation.cost = static_cast<Nanos>(random.next() >> 1);
  if (random.below(4) == 0 && !operation.outputs.empty())
    operation.outputs[0].size = static_cast<Bytes>(random.next() >> 1) - largest_number;
}

void expect_finished(const Draft& draft, std::size_t most_operators) {
  const Program finished = finish(draft, most_operators);
  expect_sound(finished);
  EXPECT_GE(finished.operators(), 1U);
  EXPECT_LE(finished.operators(), most_operators);
  EXPECT_EQ(finish(draft, most_operators), finished);
  EXPECT_EQ(finished.features, draft.features | used_features(finished));
}

TEST(Draft, ValidProgramsComeBackAsTheyWere) {
  for (std::uint64_t seed = 0; seed < draft_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = random_program(seed);
    ASSERT_EQ(finish(draft_of(program)), program);
    ASSERT_EQ(finish(draft_of(program), program.operators()), program);
  }
}

TEST(Draft, KeepsNames) {
  const Draft draft = draft_with({source_operation(1, 1), call_of({0}, 2),
                                  operation_on(OperationKind::copy, {1}), call_of({2, 1}, 3)});
  ASSERT_EQ(draft.operations.size(), 4U);
  for (NameNumber i = 0; i < 4; ++i) EXPECT_EQ(draft.operations[i].first_name, i);
  EXPECT_EQ(draft.next_name, 4U);
}

TEST(Draft, WithoutOperationsBecomesOneOperator) {
  EXPECT_EQ(finish(Draft{}), program_with({source_operation(1, 1)}));
  const Draft draft = draft_with({operation_on(OperationKind::copy, {0})});
  EXPECT_EQ(finish(draft).operations, std::vector{source_operation(1, 1)});
}

TEST(Draft, OperationsThatAreMissing) {
  for (std::uint64_t seed = 0; seed < draft_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    Draft draft = draft_of(random_program(seed));
    remove_some(draft.operations, random);
    expect_finished(draft, most_operations);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Draft, OperationsInAnyOrder) {
  for (std::uint64_t seed = 0; seed < draft_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    Draft draft = draft_of(random_program(seed));
    shuffle(draft.operations, random);
    expect_finished(draft, most_operations);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Draft, OperationsThatSayAnything) {
  for (std::uint64_t seed = 0; seed < draft_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    Draft draft = draft_of(random_program(seed));
    if (draft.next_name == 0) continue;
    for (DraftOperation& drafted : draft.operations) spoil(drafted, draft.next_name, random);
    if (random.below(2) == 0) shuffle(draft.operations, random);
    if (random.below(2) == 0) remove_some(draft.operations, random);
    expect_finished(draft, 1 + random.below(20));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Draft, TooManyOperators) {
  for (std::uint64_t seed = 0; seed < draft_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = random_program(seed, 40);
    const Draft draft = draft_of(program);
    for (const std::size_t most : {std::size_t{1}, (program.operators() + 1) / 2})
      expect_finished(draft, most);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Draft, TooManyOperations) {
  Draft draft = draft_with({source_operation(1, 1)});
  for (std::size_t i = 0; i < 2 * most_operations; ++i)
    draft.operations.push_back(draft.make(operation_on(OperationKind::copy, {0})));
  const Program finished = finish(draft);
  EXPECT_EQ(finished.operations.size(), most_operations);
  EXPECT_EQ(refusal_of(finished), "");
}

TEST(Draft, NumbersAndListsAreCutToTheLimits) {
  Operation call = source_operation(largest_number + 1, -5);
  call.outputs.push_back({.size = -1});
  call.outputs.resize(most_outputs + 1, {.size = 1});
  const Draft draft =
      draft_with({call, call_of(std::vector<NameNumber>(most_arguments + 1, 0), 1)});
  const Program finished = finish(draft);
  EXPECT_EQ(beyond_limits(finished), "");
  ASSERT_EQ(finished.operations.size(), 2U);
  EXPECT_EQ(finished.operations[0].outputs[0].size, largest_number);
  EXPECT_EQ(finished.operations[0].outputs[1].size, 0);
  EXPECT_EQ(finished.operations[0].cost, 0);
  EXPECT_EQ(finished.operations[0].outputs.size(), most_outputs);
  EXPECT_EQ(finished.operations[1].args.size(), most_arguments);
}

TEST(Draft, AnArgumentThatIsMissingIsReplaced) {
  Draft draft = draft_with({source_operation(1, 1), source_operation(2, 1), source_operation(3, 1),
                            call_of({2, 1, 2}, 4)});
  draft.operations.erase(draft.operations.begin() + 2);
  EXPECT_EQ(finish(draft),
            program_with({source_operation(1, 1), source_operation(2, 1), call_of({1, 1, 1}, 4)}));
}

TEST(Draft, AnArgumentWithoutOneBelowItIsReplacedByOneAboveIt) {
  Draft draft = draft_with({source_operation(1, 1), source_operation(2, 1), call_of({0}, 4)});
  draft.operations.erase(draft.operations.begin());
  EXPECT_EQ(finish(draft), program_with({source_operation(2, 1), call_of({0}, 4)}));
}

TEST(Draft, ArgumentsThatNothingIsThereForAreDropped) {
  Operation view = call_of({0, 0}, 0);
  view.outputs[0].alias = 1;
  Draft draft = draft_with({source_operation(1, 1), view});
  draft.operations.erase(draft.operations.begin());
  const Program finished = finish(draft);
  ASSERT_EQ(finished.operations.size(), 1U);
  EXPECT_TRUE(finished.operations[0].args.empty());
  EXPECT_EQ(finished.operations[0].outputs[0].alias, -1);
}

TEST(Draft, OperationsThatAreNotAllowedAreDropped) {
  const Operation release = operation_on(OperationKind::release, {0});
  const Draft twice = draft_with({source_operation(1, 1), release, release});
  EXPECT_EQ(finish(twice), program_with({source_operation(1, 1), release}));
  Draft early = draft_with({source_operation(1, 1), release});
  std::swap(early.operations[0], early.operations[1]);
  EXPECT_EQ(finish(early), program_with({source_operation(1, 1)}));
}

TEST(Draft, NamesOfWhatIsLeftAreNumberedAnew) {
  Draft draft = draft_with({source_operation(1, 1), source_operation(2, 1), call_of({1}, 3),
                            operation_on(OperationKind::release, {2})});
  draft.operations.erase(draft.operations.begin());
  EXPECT_EQ(finish(draft), program_with({source_operation(2, 1), call_of({0}, 3),
                                         operation_on(OperationKind::release, {1})}));
}

}  // namespace
}  // namespace rematfuzz::fuzz
