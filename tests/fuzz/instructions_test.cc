// Programs as instructions of a log and from them: every valid trace has a program, and bytes.
#include "fuzz/program/instructions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "sim/trace/log_writer.h"
#include "sim/trace/trace_builder.h"
#include "tests/fuzz/models.h"
#include "tests/fuzz/programs.h"
#include "tests/fuzz/traces.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

Instruction made_of(InstructionKind kind, const std::string& name, const std::string& source = "") {
  Instruction made;
  made.kind = kind;
  made.name = name;
  made.source = source;
  return made;
}
Instruction made_call(std::vector<std::string> args, std::vector<OutputSpec> outputs, Nanos cost) {
  Instruction made = made_of(InstructionKind::call, "op");
  made.args = std::move(args);
  made.outputs = std::move(outputs);
  made.cost = cost;
  return made;
}
Instruction made_constant(const std::string& name, Bytes size) {
  Instruction made = made_of(InstructionKind::constant, "");
  made.outputs = {{name, size}};
  return made;
}
Instruction made_mutate(std::vector<std::string> args, std::vector<std::uint32_t> mutated) {
  Instruction made = made_of(InstructionKind::mutate, "op");
  made.args = std::move(args);
  made.mutated = std::move(mutated);
  return made;
}
Instruction made_release(const std::string& name) {
  return made_of(InstructionKind::release, name);
}

Trace trace_of_all(const std::vector<Instruction>& instructions) {
  TraceBuilder builder;
  for (const Instruction& instruction : instructions) builder.add(instruction);
  return builder.finish();
}

std::string log_text_of(const std::vector<Instruction>& instructions) {
  std::ostringstream out;
  for (const Instruction& instruction : instructions) write_instruction(out, instruction);
  return out.str();
}

std::string recorder_error(const std::vector<Instruction>& instructions) {
  try {
    recorded(instructions);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// That the trace of the program is `trace`, also when the program has gone through bytes.
void expect_same_trace(const Program& program, const Trace& trace) {
  const std::string expected = nameless_text_of(trace);
  ASSERT_EQ(nameless_text_of(trace_of(program)), expected);
  EXPECT_EQ(program.features, used_features(program));
  ASSERT_LE(program.operations.size(), most_operations);
  EXPECT_EQ(nameless_text_of(trace_of(decoded(encoded(program)))), expected);
}

TEST(Instructions, AreRecordedAsTheProgramThatTheyAreOf) {
  for (std::uint64_t seed = 0; seed < (testing::slow_build ? 100 : 1000); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Program program = random_program(seed);
    program.features = used_features(program);
    ASSERT_EQ(recorded(instructions_of(program)), program);
  }
}

TEST(Instructions, AreThoseOfTheTrace) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = random_program(seed);
    EXPECT_EQ(nameless_text_of(trace_of_all(instructions_of(program))),
              nameless_text_of(trace_of(program)));
  }
}

TEST(Instructions, OfEveryKind) {
  Program program;
  program.operations.push_back(source_operation(3, 0));
  program.operations[0].kind = OperationKind::constant;
  Operation call = source_operation(5, 7);
  call.args = {0, 0};
  call.outputs.push_back({.size = 0, .alias = 1});
  program.operations.push_back(call);
  program.operations.push_back(operation_on(OperationKind::copy, {1}));
  program.operations.push_back(operation_on(OperationKind::copy_from, {2, 0}));
  Operation mutate = operation_on(OperationKind::mutate, {1, 3});
  mutate.cost = 2;
  mutate.mutated = {1};
  program.operations.push_back(mutate);
  program.operations.push_back(operation_on(OperationKind::release, {3}));
  std::vector<Instruction> expected{made_constant("x0", 3),
                                    made_call({"x0", "x0"}, {{"x1", 5}, {"x2", 0, 1}}, 7),
                                    made_of(InstructionKind::copy, "x3", "x1"),
                                    made_of(InstructionKind::copy_from, "x2", "x0"),
                                    made_mutate({"x1", "x3"}, {1}),
                                    made_release("x3")};
  expected[1].name = expected[4].name = "f";
  expected[4].cost = 2;
  EXPECT_EQ(log_text_of(instructions_of(program)), log_text_of(expected));
  EXPECT_EQ(instructions_of(program), expected);
}

TEST(Instructions, OfTrainingSteps) {
  for (const SmallModel& model : small_models()) {
    SCOPED_TRACE(model.name);
    const std::vector<Instruction> instructions = instructions_of(model);
    expect_same_trace(recorded(instructions), trace_of_all(instructions));
  }
}

TEST(Instructions, OfLogs) {
  std::size_t logs = 0;
  for (const auto& entry : fs::directory_iterator(REMATFUZZ_TEST_DATA "/golden")) {
    if (entry.path().extension() != ".log") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++logs;
    expect_same_trace(read_program(entry.path().string()), read_log(entry.path().string()).trace);
  }
  EXPECT_GT(logs, 5U) << "logs in " REMATFUZZ_TEST_DATA "/golden";
}

TEST(ProgramRecorder, BeginsAnewAtStart) {
  const std::string log = log_text_of({made_call({}, {{"a", 1}}, 1), made_call({}, {{"b", 1}}, 1),
                                       made_of(InstructionKind::annotate, start_annotation),
                                       made_call({}, {{"a", 2}}, 3)});
  ProgramRecorder recorder;
  EXPECT_TRUE(read_instructions_text(log, "log", recorder));
  Program expected;
  expected.operations.push_back(source_operation(2, 3));
  EXPECT_EQ(recorder.take(), expected);
}

TEST(ProgramRecorder, LeavesOutWhatChangesNothing) {
  const Program program = recorded({made_of(InstructionKind::annotate, "BACKWARD"),
                                    made_release("never bound"), made_call({}, {{"a", 1}}, 1)});
  Program expected;
  expected.operations.push_back(source_operation(1, 1));
  EXPECT_EQ(program, expected);
}

TEST(ProgramRecorder, AViewHasNoSizeOfItsOwn) {
  const Program program =
      recorded({made_call({}, {{"a", 1}}, 1), made_call({"a"}, {{"v", 99, 0}}, 1)});
  EXPECT_EQ(program.operations.at(1).outputs.at(0), (ProgramOutput{.size = 0, .alias = 0}));
}

TEST(ProgramRecorder, RefusesWhatIsBeyondTheLimits) {
  const Bytes over = largest_number + 1;
  const std::vector<std::string> many(most_arguments + 1, "a");
  EXPECT_THAT(recorder_error({made_call({}, {{"a", over}}, 1)}), HasSubstr("MEMORY 1099511627777"));
  EXPECT_THAT(recorder_error({made_call({}, {{"a", 1}}, over)}), HasSubstr("TIME 1099511627777"));
  EXPECT_THAT(recorder_error({made_constant("a", over)}), HasSubstr("MEMORY 1099511627777"));
  EXPECT_THAT(recorder_error({made_constant("a", 1), made_call(many, {{"b", 1}}, 1)}),
              HasSubstr("more than 256 arguments"));
  EXPECT_THAT(recorder_error(
                  {made_constant("a", 1), made_mutate({"a"}, std::vector<std::uint32_t>(65, 0))}),
              HasSubstr("more than 64 outputs"));
  std::vector<OutputSpec> outputs;
  for (std::size_t i = 0; i <= most_outputs; ++i) outputs.push_back({fmt::format("o{}", i), 1});
  EXPECT_THAT(recorder_error({made_call({}, outputs, 1)}), HasSubstr("more than 64 outputs"));
}

// What TraceBuilder does not take, the recorder does not, either: else it would make programs that
// are not valid.
TEST(ProgramRecorder, RefusesWhatMayNotStand) {
  const Instruction a = made_call({}, {{"a", 1}}, 1);
  const std::vector<std::vector<Instruction>> wrong{
      {},
      {made_release("a")},
      {made_call({"a"}, {{"b", 1}}, 1)},
      {a, made_call({}, {{"a", 1}}, 1)},
      {made_call({}, {}, 1)},
      {made_call({}, {{"a", 1}}, -1)},
      {made_call({}, {{"a", -1}}, 1)},
      {a, made_call({"a"}, {{"b", 0, 1}}, 1)},
      {a, made_call({"a"}, {{"b", 0, std::int64_t{1} << 32}}, 1)},
      {a, made_call({"a"}, {{"b", 0, -2}}, 1)},
      {a, made_release("a"), made_release("a")},
      {a, made_release("a"), made_call({"a"}, {{"b", 1}}, 1)},
      {a, made_release("a"), made_of(InstructionKind::copy, "b", "a")},
      {a, made_of(InstructionKind::copy, "b", "c")},
      {a, made_of(InstructionKind::copy, "a", "a")},
      {a, made_of(InstructionKind::copy_from, "b", "a")},
      {a, made_of(InstructionKind::copy_from, "a", "b")},
      {a, made_of(InstructionKind::copy_from, "a", "a")},
      {a, made_mutate({"a"}, {})},
      {a, made_mutate({"a"}, {1})},
      {a, made_mutate({"b"}, {0})},
  };
  for (const std::vector<Instruction>& instructions : wrong) {
    SCOPED_TRACE(log_text_of(instructions));
    EXPECT_THROW(trace_of_all(instructions), InputError);
    EXPECT_THROW(recorded(instructions), InputError);
  }
}

TEST(ProgramRecorder, SaysWhereALogIsWrong) {
  const std::string log = log_text_of(
      {made_call({}, {{"a", 1}}, 1), made_release("a"), made_release("a"), made_release("a")});
  ProgramRecorder recorder;
  try {
    read_instructions_text(log, "a.log", recorder);
    ADD_FAILURE() << "no error for a log that releases a name twice:\n" << log;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.log:5: "));
  }
}

}  // namespace
}  // namespace rematfuzz::fuzz
