// What an operation may do where it stands: Scope against TraceBuilder, operation by operation.
#include "fuzz/program/scope.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/random.h"
#include "sim/trace/trace_builder.h"
#include "tests/fuzz/programs.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t scope_seeds = testing::slow_build ? 60 : 500;

// What TraceBuilder has against the operation behind the program; empty: nothing.
std::string refusal_behind(Program program, const Operation& operation) {
  program.operations.push_back(operation);
  TraceBuilder builder;
  try {
    for (const Instruction& instruction : instructions_of(program)) builder.add(instruction);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Operations on few names, so that names, tensors and storages meet in them: wrong ones, too.
class Candidates {
 public:
  Candidates(Random& random, NameNumber names) : random_(random), names_(names) {}

  Operation any() {
    switch (random_.below(10)) {
      case 0:
        return constant();
      case 1:
      case 2:
        return operation_on(OperationKind::copy, {name()});
      case 3:
      case 4:
        return operation_on(OperationKind::copy_from, {name(), name()});
      case 5:
      case 6:
        return operation_on(OperationKind::release, {bound_name()});
      case 7:
        return call();
      default:
        return mutate();
    }
  }

  Operation call() {
    Operation made = source_operation(number(), number());
    made.args = arguments(random_.below(4));
    made.outputs.resize(random_.below(8) == 0 ? 0 : 1 + random_.below(2), {.size = number()});
    for (ProgramOutput& output : made.outputs)
      if (random_.below(2) == 0) output = {.size = 0, .alias = index(made) - 2};
    return made;
  }

 private:
  // Now and then one that is not bound.
  NameNumber name() { return names_ == 0 || random_.below(20) == 0 ? names_ : bound_name(); }
  // (A log may release what was never bound: that changes nothing. A program may not.)
  NameNumber bound_name() { return static_cast<NameNumber>(random_.below(names_)); }
  std::int64_t number() { return static_cast<std::int64_t>(random_.below(4)); }
  // From 0 to 2 past the last argument's.
  std::int32_t index(const Operation& made) {
    return static_cast<std::int32_t>(random_.below(made.args.size() + 3));
  }
  // Often twice the same.
  std::vector<NameNumber> arguments(std::uint64_t count) {
    std::vector<NameNumber> args;
    for (; count > 0; --count)
      args.push_back(!args.empty() && random_.below(3) == 0 ? args[0] : name());
    return args;
  }

  Operation constant() {
    Operation made = source_operation(number(), 0);
    made.kind = OperationKind::constant;
    return made;
  }

  Operation mutate() {
    Operation made = operation_on(OperationKind::mutate, arguments(random_.below(5)));
    made.cost = number();
    for (std::uint64_t count = random_.below(5); count > 0; --count)
      made.mutated.push_back(random_.below(16) == 0
                                 ? static_cast<std::uint32_t>(index(made))
                                 : static_cast<std::uint32_t>(random_.below(made.args.size() + 1)));
    if (random_.below(4) != 0 && !made.args.empty())
      for (std::uint32_t& one : made.mutated) one %= static_cast<std::uint32_t>(made.args.size());
    return made;
  }

  Random& random_;
  NameNumber names_;
};

constexpr std::size_t kinds = static_cast<std::size_t>(OperationKind::release) + 1;

// How many candidates were allowed, and how many were not, by kind.
using Tally = std::array<std::array<std::size_t, 2>, kinds>;

// A place of a program, with what both sides know of it.
class Walk {
 public:
  explicit Walk(std::uint64_t seed) : random_(seed) {}

  void take(const Operation& operation) {
    scope_.take(operation);
    program_.operations.push_back(operation);
  }

  Operation candidate() {
    Candidates candidates(random_, scope_.names());
    return scope_.names() < 2 ? candidates.call() : candidates.any();
  }

  void compare(const Operation& operation, Tally& tally) const {
    const std::string refusal = refusal_behind(program_, operation);
    const bool allowed = scope_.allows(operation);
    ASSERT_EQ(allowed, refusal.empty())
        << "Scope " << (allowed ? "allows" : "refuses") << " what TraceBuilder "
        << (refusal.empty() ? "takes" : "refuses (" + refusal + ")") << ": the last operation of\n"
        << text_behind(operation);
    ++tally[static_cast<std::size_t>(operation.kind)][allowed ? 1 : 0];
  }

  // Which names may be arguments, and which may be released.
  void compare_lists() const {
    std::vector<NameNumber> usable;
    std::vector<NameNumber> releasable;
    for (NameNumber name = scope_.names(); name-- > 0;) {
      Operation taker = source_operation(1, 1);
      taker.args = {name};
      if (refusal_behind(program_, taker).empty()) usable.push_back(name);
      if (refusal_behind(program_, operation_on(OperationKind::release, {name})).empty())
        releasable.push_back(name);
    }
    std::vector<NameNumber> listed;
    scope_.list_usable(listed);
    EXPECT_EQ(listed, usable) << "usable behind\n" << text_of(program_);
    scope_.list_releasable(listed);
    EXPECT_EQ(listed, releasable) << "releasable behind\n" << text_of(program_);
  }

  // A call that takes a name has its storage's size among its parents', unless it is a view.
  void compare_sizes() const {
    for (NameNumber name = 0; name < scope_.names(); ++name) {
      if (!scope_.usable(name)) continue;
      Operation taker = source_operation(1, 1);
      taker.args = {name};
      Program program = program_;
      program.operations.push_back(taker);
      const Trace trace = trace_of(program);
      const TensorId taken = trace.args.back();
      EXPECT_EQ(scope_.size(name), trace.storages[trace.tensors[taken].storage].size)
          << "of x" << name << " behind\n"
          << text_of(program_);
    }
  }

  bool one_in_two() { return random_.below(2) == 0; }
  const Scope& scope() const { return scope_; }
  std::size_t size() const { return program_.operations.size(); }

 private:
  std::string text_behind(const Operation& operation) const {
    Program program = program_;
    program.operations.push_back(operation);
    return text_of(program);
  }

  Random random_;
  Scope scope_;
  Program program_;
};

void expect_both_ways(const Tally& tally) {
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    EXPECT_GT(tally[kind][1], 50U) << "allowed candidates of kind " << kind;
    if (kind != static_cast<std::size_t>(OperationKind::constant))
      EXPECT_GT(tally[kind][0], 50U) << "refused candidates of kind " << kind;
  }
}

TEST(Scope, AllowsWhatTraceBuilderTakes) {
  Tally tally{};
  for (std::uint64_t seed = 0; seed < scope_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    while (walk.size() < 25) {
      const Operation candidate = walk.candidate();
      walk.compare(candidate, tally);
      if (::testing::Test::HasFailure()) return;
      if (walk.scope().allows(candidate)) walk.take(candidate);
    }
  }
  expect_both_ways(tally);
}

TEST(Scope, AllowsWhatTraceBuilderTakesInDecodedPrograms) {
  Tally tally{};
  for (std::uint64_t seed = 0; seed < scope_seeds / 4; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    for (const Operation& operation : random_program(seed, 12).operations) {
      if (walk.size() > 40) break;
      for (int i = 0; i < 8; ++i) walk.compare(walk.candidate(), tally);
      walk.compare(operation, tally);
      if (::testing::Test::HasFailure()) return;
      walk.take(operation);
    }
  }
  expect_both_ways(tally);
}

TEST(Scope, KnowsWhatNamesMayDo) {
  for (std::uint64_t seed = 0; seed < scope_seeds / 8; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    while (walk.size() < 20) {
      const Operation candidate = walk.candidate();
      if (!walk.scope().allows(candidate)) continue;
      walk.take(candidate);
      if (walk.one_in_two()) continue;
      walk.compare_lists();
      walk.compare_sizes();
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// Names x0 and, as a copy of it, x1: one tensor with two references.
Scope scope_of_a_copy() {
  Scope scope;
  scope.take(source_operation(3, 1));
  scope.take(operation_on(OperationKind::copy, {0}));
  return scope;
}

Operation mutate_of(std::vector<NameNumber> args, std::vector<std::uint32_t> mutated) {
  Operation mutate = operation_on(OperationKind::mutate, std::move(args));
  mutate.mutated = std::move(mutated);
  return mutate;
}

TEST(Scope, TwoNamesOfATensorMayBeMutatedWhileItHasTwoReferences) {
  Scope scope = scope_of_a_copy();
  EXPECT_TRUE(scope.allows(mutate_of({0, 1}, {0, 1})));
  scope.take(operation_on(OperationKind::release, {0}));
  EXPECT_FALSE(scope.allows(mutate_of({0, 1}, {0, 1})));
  EXPECT_TRUE(scope.allows(mutate_of({0, 1}, {0})));
  EXPECT_TRUE(scope.allows(mutate_of({0, 1}, {1})));
  // The second time it is what the first one made that goes.
  EXPECT_TRUE(scope.allows(mutate_of({0, 0}, {0, 1})));
  EXPECT_TRUE(scope.allows(mutate_of({0}, {0, 0, 0})));
}

TEST(Scope, WhatIsReleasedThroughOneNameIsGoneForTheOther) {
  Scope scope = scope_of_a_copy();
  scope.take(operation_on(OperationKind::release, {0}));
  EXPECT_TRUE(scope.usable(1));
  scope.take(operation_on(OperationKind::release, {0}));
  EXPECT_FALSE(scope.usable(1));
  EXPECT_FALSE(scope.releasable(1));
  EXPECT_FALSE(scope.allows(operation_on(OperationKind::release, {1})));
}

TEST(Scope, CopyFromReleasesFirst) {
  Scope scope = scope_of_a_copy();
  const Operation onto_itself = operation_on(OperationKind::copy_from, {0, 0});
  EXPECT_TRUE(scope.allows(onto_itself));
  scope.take(onto_itself);
  EXPECT_TRUE(scope.allows(operation_on(OperationKind::copy_from, {0, 1})));
  scope.take(operation_on(OperationKind::release, {1}));
  EXPECT_FALSE(scope.allows(onto_itself));
  EXPECT_FALSE(scope.allows(operation_on(OperationKind::copy_from, {0, 1})));
}

TEST(Scope, AViewKeepsItsStorageUsable) {
  Scope scope;
  scope.take(source_operation(5, 1));
  Operation view = source_operation(0, 1);
  view.args = {0};
  view.outputs = {{.size = 0, .alias = 0}};
  scope.take(view);
  EXPECT_EQ(scope.size(1), 5);
  scope.take(operation_on(OperationKind::release, {0}));
  EXPECT_TRUE(scope.usable(0));
  EXPECT_FALSE(scope.releasable(0));
  EXPECT_FALSE(scope.allows(mutate_of({0}, {0})));
  EXPECT_TRUE(scope.allows(mutate_of({1}, {0})));
}

}  // namespace
}  // namespace rematfuzz::fuzz
