// The log writer: the exact lines of each kind of instruction.
#include "sim/trace/log_writer.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace rematfuzz {
namespace {

std::string written(const Instruction& instruction) {
  std::ostringstream out;
  write_instruction(out, instruction);
  return out.str();
}

Instruction named(InstructionKind kind, const std::string& name, const std::string& source = "") {
  Instruction instruction;
  instruction.kind = kind;
  instruction.name = name;
  instruction.source = source;
  return instruction;
}

Instruction constant(Bytes memory) {
  Instruction instruction;
  instruction.kind = InstructionKind::constant;
  instruction.outputs = {{"w", memory, -1}};
  return instruction;
}

Instruction call_of_f(std::vector<std::string> args, std::vector<OutputSpec> outputs) {
  Instruction instruction = named(InstructionKind::call, "halve");
  instruction.args = std::move(args);
  instruction.outputs = std::move(outputs);
  instruction.cost = 567;
  return instruction;
}

TEST(LogWriterTest, Annotate) {
  EXPECT_EQ(written(named(InstructionKind::annotate, "START")),
            R"({"ANNOTATION":"START","INSTRUCTION":"ANNOTATE"})"
            "\n");
}

TEST(LogWriterTest, Constant) {
  EXPECT_EQ(written(constant(1728)), R"({"INSTRUCTION":"CONSTANT","NAME":"w"})"
                                     "\n"
                                     R"({"INSTRUCTION":"MEMORY","MEMORY":"1728","NAME":"w"})"
                                     "\n");
}

TEST(LogWriterTest, CallWithTwoResults) {
  EXPECT_EQ(written(call_of_f({"a", "b"}, {{"c", 12, -1}, {"d", 34, 1}})),
            R"({"ARGS":["a","b"],"INSTRUCTION":"CALL","NAME":"halve","RESULT":["c","d"],)"
            R"("TIME":"567"})"
            "\n"
            R"({"INSTRUCTION":"MEMORY","MEMORY":"12","NAME":"c"})"
            "\n"
            R"({"ALIAS":"-1","INSTRUCTION":"ALIAS","NAME":"c"})"
            "\n"
            R"({"INSTRUCTION":"MEMORY","MEMORY":"34","NAME":"d"})"
            "\n"
            R"({"ALIAS":"1","INSTRUCTION":"ALIAS","NAME":"d"})"
            "\n");
}

TEST(LogWriterTest, CallWithoutArguments) {
  EXPECT_EQ(written(call_of_f({}, {{"c", 0, -1}})).substr(0, 11), R"({"ARGS":[],)");
}

TEST(LogWriterTest, Mutate) {
  Instruction mutate = named(InstructionKind::mutate, "add_");
  mutate.args = {"a", "b", "c"};
  mutate.mutated = {0, 2};
  mutate.cost = 9;
  EXPECT_EQ(written(mutate),
            R"({"ARGS":["a","b","c"],"INSTRUCTION":"MUTATE","MUTATE":[0,2],"NAME":"add_",)"
            R"("TIME":"9"})"
            "\n");
}

TEST(LogWriterTest, Copies) {
  EXPECT_EQ(written(named(InstructionKind::copy, "d", "s")),
            R"({"DST":"d","INSTRUCTION":"COPY","SRC":"s"})"
            "\n");
  EXPECT_EQ(written(named(InstructionKind::copy_from, "d", "s")),
            R"({"DST":"d","INSTRUCTION":"COPY_FROM","SRC":"s"})"
            "\n");
}

TEST(LogWriterTest, Release) {
  EXPECT_EQ(written(named(InstructionKind::release, "x")), R"({"INSTRUCTION":"RELEASE","NAME":"x"})"
                                                           "\n");
}

TEST(LogWriterTest, EscapesNames) {
  const std::string name = std::string("\"\\/\b\f\n\r\t\x01\x1f\x7f\xc3\xa9", 13) + '\0';
  EXPECT_EQ(written(named(InstructionKind::release, name)),
            R"({"INSTRUCTION":"RELEASE","NAME":"\"\\/\b\f\n\r\t\u0001\u001f)"
            "\x7f\xc3\xa9"
            R"(\u0000"})"
            "\n");
}

TEST(LogWriterTest, WritesExtremeNumbers) {
  EXPECT_NE(written(constant(INT64_MAX)).find(R"("9223372036854775807")"), std::string::npos);
}

}  // namespace
}  // namespace rematfuzz
