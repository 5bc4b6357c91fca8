// What instructions mean: which tensors, storages and steps they become.
#include "sim/trace/trace_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

bool operator==(const Step& a, const Step& b) { return a.kind == b.kind && a.index == b.index; }

std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << "step " << static_cast<int>(step.kind) << " of " << step.index;
}

namespace {

using Names = std::vector<std::string>;
using Ids = std::vector<std::uint32_t>;

Instruction instruction(InstructionKind kind, std::string name, std::string source = "") {
  Instruction made;
  made.kind = kind;
  made.name = std::move(name);
  made.source = std::move(source);
  return made;
}

Instruction constant(const std::string& name, Bytes size) {
  Instruction made = instruction(InstructionKind::constant, "");
  made.outputs = {{name, size, -1}};
  return made;
}

Instruction call(Names args, std::vector<OutputSpec> results, Nanos cost = 1) {
  Instruction made = instruction(InstructionKind::call, "f");
  made.args = std::move(args);
  made.outputs = std::move(results);
  made.cost = cost;
  return made;
}

Instruction mutate(Names args, Ids mutated) {
  Instruction made = instruction(InstructionKind::mutate, "m");
  made.args = std::move(args);
  made.mutated = std::move(mutated);
  made.cost = 1;
  return made;
}

Instruction copy(const std::string& to, const std::string& from) {
  return instruction(InstructionKind::copy, to, from);
}

Instruction copy_from(const std::string& to, const std::string& from) {
  return instruction(InstructionKind::copy_from, to, from);
}

Instruction release(const std::string& name) { return instruction(InstructionKind::release, name); }

Trace build(std::initializer_list<Instruction> program) {
  TraceBuilder builder;
  for (const Instruction& next : program) builder.add(next);
  return builder.finish();
}

std::string message_of(std::initializer_list<Instruction> program) {
  try {
    build(program);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

Step call_step(CallId call) { return {StepKind::call, call}; }
Step pin(TensorId tensor) { return {StepKind::pin, tensor}; }
Step get(TensorId tensor) { return {StepKind::get, tensor}; }
Step drop(TensorId tensor) { return {StepKind::release, tensor}; }

using Steps = std::vector<Step>;

// The steps of the program itself, without the output condition.
Steps steps_of(const Trace& trace) {
  return {trace.steps.begin(),
          trace.steps.begin() + static_cast<std::ptrdiff_t>(trace.output_step)};
}

// The tensors that the output condition pins.
Ids outputs_of(const Trace& trace) {
  Ids tensors;
  for (std::size_t i = trace.output_step; i < trace.steps.size(); ++i) {
    EXPECT_EQ(trace.steps[i].kind, StepKind::pin);
    tensors.push_back(trace.steps[i].index);
  }
  return tensors;
}

Ids args_of(const Trace& trace, CallId id) {
  const auto args = trace.args_of(id);
  return {args.begin(), args.end()};
}

Ids tensors_on(const Trace& trace, StorageId storage) {
  const auto tensors = trace.tensors_on(storage);
  return {tensors.begin(), tensors.end()};
}

TEST(TraceBuilder, AConstantIsACallThatIsPinnedAtOnce) {
  const Trace trace = build({constant("x", 7)});
  ASSERT_EQ(trace.calls.size(), 1U);
  EXPECT_EQ(trace.calls[0].cost, 0);
  EXPECT_EQ(trace.calls[0].need, 7);
  EXPECT_EQ(trace.operator_name(0), "constant");
  EXPECT_TRUE(trace.calls[0].constant);
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0)}));
}

TEST(TraceBuilder, CallsSumTheirOutputsAndArguments) {
  const Trace trace =
      build({constant("a", 3), constant("b", 5),
             call({"a", "b", "a"}, {{"y", 10, -1}, {"v", 99, 1}, {"z", 20, -1}}, 4)});
  const Call& last = trace.calls[2];
  EXPECT_EQ(last.cost, 4);
  EXPECT_EQ(last.need, 30);     // the view counts 0
  EXPECT_EQ(last.parents, 11);  // the repeated argument counts twice
  EXPECT_EQ(last.outputs, 3U);
  EXPECT_EQ(last.first_output, 2U);
  EXPECT_EQ(args_of(trace, 2), (Ids{0, 1, 0}));
  EXPECT_EQ(trace.tensors[3].size, 0);
  EXPECT_EQ(trace.tensors[3].storage, trace.tensors[1].storage);
  EXPECT_FALSE(trace.calls[2].constant);
}

TEST(TraceBuilder, ViewsOfViewsJoinTheFirstStorage) {
  const Trace trace = build({constant("x", 8), call({"x"}, {{"v", 8, 0}}),
                             call({"v"}, {{"w", 8, 0}}), call({"w"}, {{"y", 2, -1}})});
  EXPECT_EQ(trace.storages.size(), 2U);
  EXPECT_EQ(tensors_on(trace, 0), (Ids{0, 1, 2}));
  EXPECT_EQ(tensors_on(trace, 1), (Ids{3}));
  EXPECT_FALSE(trace.is_view(0));
  EXPECT_TRUE(trace.is_view(1));
  EXPECT_TRUE(trace.is_view(2));
  EXPECT_EQ(trace.calls[3].parents, 0);  // its argument is a view
  EXPECT_EQ(trace.storage_of_root(3), 1U);
  EXPECT_EQ(trace.storage_of_root(1), no_id);
}

TEST(TraceBuilder, AViewKeepsItsStorageReferenced) {
  const Trace trace = build(
      {constant("x", 8), call({"x"}, {{"v", 8, 0}}), release("x"), call({"x"}, {{"y", 1, -1}})});
  EXPECT_EQ(args_of(trace, 2), (Ids{0}));
}

TEST(TraceBuilder, MutateMakesAFreshTensorAndReleasesTheOldOne) {
  const Trace trace = build({constant("x", 8), constant("k", 1), mutate({"k", "x"}, {1})});
  ASSERT_EQ(trace.tensors.size(), 3U);
  EXPECT_EQ(trace.tensors[2].size, 8);
  EXPECT_EQ(trace.label(2), "x$");
  EXPECT_EQ(trace.operator_name(2), "m");
  EXPECT_EQ(args_of(trace, 2), (Ids{1, 0}));
  EXPECT_EQ(steps_of(trace),
            (Steps{call_step(0), pin(0), call_step(1), pin(1), call_step(2), drop(0)}));
  EXPECT_EQ(outputs_of(trace), (Ids{2, 1}));  // x, first bound before k, is the new tensor
}

TEST(TraceBuilder, MutateOfAViewIsAsLargeAsItsStorage) {
  const Trace trace = build({constant("x", 8), call({"x"}, {{"v", 2, 0}}), mutate({"v"}, {0})});
  EXPECT_EQ(trace.tensors[2].size, 8);
  EXPECT_FALSE(trace.is_view(2));
}

TEST(TraceBuilder, MutateWithARepeatedIndexReleasesItsOwnFirstTensor) {
  const Trace trace = build({constant("x", 8), mutate({"x"}, {0, 0})});
  EXPECT_EQ(trace.calls[1].outputs, 2U);
  EXPECT_EQ(trace.calls[1].need, 16);
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0), call_step(1), drop(0), drop(1)}));
  EXPECT_EQ(outputs_of(trace), (Ids{2}));
  EXPECT_EQ(trace.label(1), "x$");
  EXPECT_EQ(trace.label(2), "x$");  // both are mutations of the first x
}

TEST(TraceBuilder, MutateWithARepeatedArgumentRebindsItsNameTwice) {
  const Trace trace = build({constant("x", 8), mutate({"x", "x"}, {0, 1})});
  EXPECT_EQ(args_of(trace, 1), (Ids{0, 0}));
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0), call_step(1), drop(0), drop(1)}));
  EXPECT_EQ(outputs_of(trace), (Ids{2}));
}

TEST(TraceBuilder, MutateWithTwoNamesOfOneTensorLeavesTheOtherNameAlone) {
  const Trace trace = build({constant("x", 8), copy("y", "x"), mutate({"x", "y"}, {1})});
  EXPECT_EQ(trace.label(1), "x$");  // labels come from the tensor, not from the name
  EXPECT_EQ(outputs_of(trace), (Ids{0, 1}));
}

TEST(TraceBuilder, LabelsCountMutations) {
  const Trace trace =
      build({constant("x$", 8), mutate({"x$"}, {0}), mutate({"x$"}, {0}), mutate({"x$"}, {0})});
  EXPECT_EQ(trace.label(0), "x$");
  EXPECT_EQ(trace.label(1), "x$$");
  EXPECT_EQ(trace.label(3), "x$$$$");
}

TEST(TraceBuilder, CopyIsOneReferenceMore) {
  const Trace trace = build({constant("x", 8), copy("y", "x"), release("x"), release("y")});
  EXPECT_EQ(trace.tensors.size(), 1U);
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0), get(0), drop(0), drop(0)}));
  EXPECT_TRUE(outputs_of(trace).empty());
}

TEST(TraceBuilder, CopyFromReleasesThenGets) {
  const Trace trace = build({constant("x", 8), constant("y", 8), copy_from("x", "y")});
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0), call_step(1), pin(1), drop(0), get(1)}));
  EXPECT_EQ(outputs_of(trace), (Ids{1, 1}));
}

TEST(TraceBuilder, CopyFromOntoItselfWithAnotherReference) {
  const Trace trace = build({constant("x", 8), copy("y", "x"), copy_from("x", "x")});
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0), get(0), drop(0), get(0)}));
  EXPECT_EQ(outputs_of(trace), (Ids{0, 0}));
}

TEST(TraceBuilder, CopyFromOntoItselfOfTheLastReference) {
  EXPECT_EQ(message_of({constant("x", 8), copy_from("x", "x")}),
            "SRC 'x' is used after the last reference to its storage was released");
}

TEST(TraceBuilder, ReleaseOfAnUnboundNameIsIgnored) {
  const Trace trace =
      build({release("x"), constant("x", 8), release("nobody"), release("constant")});
  EXPECT_EQ(steps_of(trace), (Steps{call_step(0), pin(0)}));
}

TEST(TraceBuilder, OutputsAreInTheOrderInWhichNamesWereFirstBound) {
  const Trace trace = build({constant("c", 1), constant("a", 1), constant("b", 1), copy("d", "a"),
                             mutate({"c"}, {0}), copy_from("a", "b"), release("b")});
  // c was mutated, a became another name of b, b was released once of twice, d is the old a.
  EXPECT_EQ(outputs_of(trace), (Ids{3, 2, 2, 1}));
}

TEST(TraceBuilder, OutputsAreNotWhatWasReleased) {
  const Trace trace = build({constant("a", 1), constant("b", 1), release("a")});
  EXPECT_EQ(outputs_of(trace), (Ids{1}));
}

TEST(TraceBuilder, OutputsLookAtTheTensorNotAtItsStorage) {
  const Trace trace = build({constant("x", 8), call({"x"}, {{"v", 8, 0}}), release("x")});
  EXPECT_EQ(outputs_of(trace), (Ids{1}));
}

using EdgeList = std::vector<std::vector<std::uint32_t>>;  // from, to, multiplicity

EdgeList edges_of(const Trace& trace, CallId id) {
  EdgeList list;
  for (const Edge& edge : trace.adjacency.edges_of(id))
    list.push_back({edge.from, edge.to, edge.multiplicity});
  std::sort(list.begin(), list.end());
  return list;
}

EdgeList neighbors(const Trace& trace, Direction direction, StorageId storage, std::uint32_t live) {
  EdgeList list;
  for (const Neighbor& neighbor : trace.adjacency.neighbors(direction, storage, live))
    list.push_back({neighbor.storage, neighbor.multiplicity});
  return list;
}

TEST(TraceBuilder, EdgesCountEveryArgumentOfEveryOutput) {
  const Trace trace = build({constant("a", 1), constant("b", 1),
                             call({"a", "b", "a"}, {{"y", 1, -1}, {"v", 1, 1}, {"w", 1, 1}})});
  EXPECT_TRUE(edges_of(trace, 0).empty());
  // a is taken twice by each output, b once; two outputs are views on b.
  EXPECT_EQ(edges_of(trace, 2), (EdgeList{{0, 1, 4}, {0, 2, 2}, {1, 1, 2}, {1, 2, 1}}));
  EXPECT_EQ(neighbors(trace, Direction::forward, 0, 2), (EdgeList{{1, 4}, {2, 2}}));
  EXPECT_EQ(neighbors(trace, Direction::forward, 1, 2), (EdgeList{{1, 2}, {2, 1}}));
  EXPECT_EQ(neighbors(trace, Direction::reverse, 1, 2), (EdgeList{{0, 4}, {1, 2}}));
  EXPECT_EQ(neighbors(trace, Direction::reverse, 2, 2), (EdgeList{{0, 2}, {1, 1}}));
}

TEST(TraceBuilder, NeighborsAreInTheOrderOfCalls) {
  const Trace trace =
      build({constant("a", 1), constant("b", 1), call({"b"}, {{"y", 1, -1}}),
             call({"a", "y"}, {{"z", 1, -1}}), call({"a"}, {{"v", 1, 0}, {"w", 1, -1}}),
             call({"z", "a"}, {{"u", 1, 0}})});
  EXPECT_EQ(neighbors(trace, Direction::forward, 0, 4), (EdgeList{{3, 1}, {0, 1}, {4, 1}, {3, 1}}));
  EXPECT_EQ(neighbors(trace, Direction::reverse, 3, 4), (EdgeList{{0, 1}, {2, 1}, {0, 1}, {3, 1}}));
  EXPECT_EQ(neighbors(trace, Direction::reverse, 3, 2), (EdgeList{{0, 1}, {2, 1}}));
}

TEST(TraceBuilder, RefusesMultiplicitiesThatAreTooLarge) {
  constexpr std::size_t many = std::size_t{1} << 16;
  std::vector<OutputSpec> views;
  views.reserve(many);
  for (std::size_t i = 0; i < many; ++i) views.push_back({"v" + std::to_string(i), 0, 0});
  EXPECT_EQ(message_of({constant("x", 1), call(Names(many, "x"), views)}),
            "a call takes one storage more than 2^32 - 2 times");
  views.pop_back();
  EXPECT_EQ(message_of({constant("x", 1), call(Names(many, "x"), views)}), "accepted");
}

TEST(TraceBuilder, TheEmptyProgramIsRefused) {
  EXPECT_EQ(message_of({}), "no operator in the trace");
  EXPECT_EQ(message_of({release("x")}), "no operator in the trace");
}

TEST(TraceBuilder, RefusesWhatHasNoOutputs) {
  EXPECT_EQ(message_of({call({}, {})}), "CALL of 'f' has no results");
  EXPECT_EQ(message_of({constant("x", 1), mutate({"x"}, {})}), "MUTATE 'm' mutates nothing");
}

TEST(TraceBuilder, RefusesIndicesOutOfRange) {
  EXPECT_EQ(message_of({constant("x", 1), mutate({"x"}, {0, 1})}),
            "MUTATE index 1 is out of range: 'm' has 1 arguments");
  EXPECT_EQ(message_of({constant("x", 1), call({"x"}, {{"y", 1, 1}})}),
            "ALIAS 1 of 'y' is out of range: 'f' has 1 arguments");
  EXPECT_EQ(message_of({call({}, {{"y", 1, -2}})}),
            "ALIAS of 'y' is -2: neither -1 nor an argument's index");
}

TEST(TraceBuilder, RefusesNegativeQuantities) {
  EXPECT_EQ(message_of({constant("x", -1)}), "MEMORY is negative: -1");
  EXPECT_EQ(message_of({call({}, {{"y", 1, -1}}, -1)}), "TIME is negative: -1");
}

TEST(TraceBuilder, RefusesSumsThatAreTooLarge) {
  EXPECT_EQ(message_of({constant("x", largest_total)}), "accepted");
  EXPECT_NE(message_of({constant("x", largest_total), constant("y", 1)}), "accepted");
  EXPECT_NE(message_of({constant("x", INT64_MAX)}), "accepted");
  EXPECT_EQ(message_of({call({}, {{"y", 1, -1}}, largest_total)}), "accepted");
  EXPECT_NE(message_of({call({}, {{"y", 1, -1}}, largest_total), call({}, {{"z", 1, -1}}, 1)}),
            "accepted");
}

TEST(TraceBuilder, RefusesNamesThatAreUndefined) {
  EXPECT_EQ(message_of({call({"x"}, {{"y", 1, -1}})}), "argument 'x' is undefined");
  EXPECT_EQ(message_of({constant("x", 1), mutate({"y"}, {0})}), "argument 'y' is undefined");
  EXPECT_EQ(message_of({copy("x", "y")}), "SRC 'y' is undefined");
  EXPECT_EQ(message_of({constant("x", 1), copy_from("y", "x")}), "DST 'y' is undefined");
  EXPECT_EQ(message_of({constant("x", 1), copy_from("x", "y")}), "SRC 'y' is undefined");
}

TEST(TraceBuilder, RefusesNamesThatAreBoundAlready) {
  EXPECT_EQ(message_of({constant("x", 1), constant("x", 1)}), "'x' is bound already");
  EXPECT_EQ(message_of({constant("x", 1), call({}, {{"x", 1, -1}})}), "'x' is bound already");
  EXPECT_EQ(message_of({call({}, {{"y", 1, -1}, {"y", 1, -1}})}), "'y' is bound already");
  EXPECT_EQ(message_of({constant("x", 1), constant("y", 1), copy("y", "x")}),
            "'y' is bound already");
}

TEST(TraceBuilder, RefusesCountsBelowZero) {
  EXPECT_EQ(message_of({constant("x", 1), release("x"), release("x")}),
            "'x' is released once too often: no reference is left");
  EXPECT_EQ(message_of({constant("x", 1), release("x"), copy_from("x", "x")}),
            "'x' is released once too often: no reference is left");
}

TEST(TraceBuilder, RefusesUsesAfterTheLastRelease) {
  EXPECT_EQ(message_of({constant("x", 1), release("x"), call({"x"}, {{"y", 1, -1}})}),
            "argument 'x' is used after the last reference to its storage was released");
  EXPECT_EQ(message_of({constant("x", 1), release("x"), copy("y", "x")}),
            "SRC 'x' is used after the last reference to its storage was released");
}

TEST(TraceBuilder, IsEmptyAfterFinish) {
  TraceBuilder builder;
  builder.add(constant("x", 1));
  EXPECT_EQ(builder.calls(), 1U);
  builder.finish();
  EXPECT_EQ(builder.calls(), 0U);
  builder.add(constant("x", 2));
  const Trace trace = builder.finish();
  ASSERT_EQ(trace.tensors.size(), 1U);
  EXPECT_EQ(trace.tensors[0].size, 2);
}

}  // namespace
}  // namespace rematfuzz
