// Trace texts: what is written for each instruction, what is read, what exactly is said about what
// cannot be, and that texts and logs say the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/base/random.h"
#include "sim/models/model.h"
#include "sim/trace/digest.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/log_writer.h"
#include "sim/trace/trace_text_writer.h"
#include "tests/error_of.h"
#include "tests/slow_build.h"
#include "tests/trace/log_text.h"
#include "tests/trace/shared_trace.h"

namespace rematfuzz::testing {
namespace {

namespace fs = std::filesystem;

using Instructions = std::vector<Instruction>;

const std::string first_line = "rematfuzz trace 1\n";
const std::string no_header = first_line + "\n";

// All that a file says, whether it makes sense or not.
class Contents final : public InstructionSink {
 public:
  void header(const TraceTextHeader& header) override { header_ = header; }
  void restart() override { instructions_.clear(); }
  void add(const Instruction& instruction) override { instructions_.push_back(instruction); }
  void end() override {}

  const std::optional<TraceTextHeader>& header() const { return header_; }
  const Instructions& instructions() const { return instructions_; }

 private:
  std::optional<TraceTextHeader> header_;
  Instructions instructions_;
};

Instructions instructions_in(const std::string& bytes) {
  Contents contents;
  read_instructions_text(bytes, "input", contents);
  return contents.instructions();
}

TraceTextHeader header_in(const std::string& bytes) {
  Contents contents;
  read_instructions_text(bytes, "input", contents);
  return contents.header().value_or(TraceTextHeader());
}

// The only instruction that a line states.
Instruction read_line(const std::string& line) {
  const Instructions read = instructions_in(no_header + line + "\n");
  EXPECT_EQ(read.size(), 1U) << line;
  return read.empty() ? Instruction() : read[0];
}

std::string written(const Instruction& instruction) {
  std::ostringstream out;
  write_trace_text_instruction(out, instruction);
  return out.str();
}

std::string as_text(const Instructions& instructions, const TraceTextHeader& header = {}) {
  std::ostringstream out;
  write_trace_text_header(out, header);
  for (const Instruction& instruction : instructions)
    write_trace_text_instruction(out, instruction);
  return out.str();
}

std::string as_log(const Instructions& instructions) {
  std::ostringstream out;
  for (const Instruction& instruction : instructions) write_instruction(out, instruction);
  return start() + out.str();
}

Instruction named(InstructionKind kind, const std::string& name, const std::string& source = "") {
  Instruction made;
  made.kind = kind;
  made.name = name;
  made.source = source;
  return made;
}

Instruction constant_of(const std::string& name, Bytes size) {
  Instruction made = named(InstructionKind::constant, "");
  made.outputs = {{name, size}};
  return made;
}

Instruction call_of(const std::string& op, std::vector<std::string> args,
                    std::vector<OutputSpec> outputs, Nanos cost) {
  Instruction made = named(InstructionKind::call, op);
  made.args = std::move(args);
  made.outputs = std::move(outputs);
  made.cost = cost;
  return made;
}

Instruction mutate_of(const std::string& op, std::vector<std::string> args,
                      std::vector<std::uint32_t> mutated, Nanos cost) {
  Instruction made = named(InstructionKind::mutate, op);
  made.args = std::move(args);
  made.mutated = std::move(mutated);
  made.cost = cost;
  return made;
}

struct Line {
  std::string name;  // of the test
  Instruction instruction;
  std::string line;
};

std::ostream& operator<<(std::ostream& out, const Line& line) { return out << line.name; }

class LineTest : public ::testing::TestWithParam<Line> {};

TEST_P(LineTest, IsWritten) { EXPECT_EQ(written(GetParam().instruction), GetParam().line + "\n"); }
TEST_P(LineTest, IsRead) { EXPECT_TRUE(read_line(GetParam().line) == GetParam().instruction); }
TEST_P(LineTest, IsReadFromALog) {
  const Instructions only{GetParam().instruction};
  EXPECT_TRUE(instructions_in(as_log(only)) == only);
}

template <class Param>
std::string name_of(const ::testing::TestParamInfo<Param>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, LineTest,
    ::testing::Values(
        Line{"source", call_of("f", {}, {{"a", 3}}, 1), "a = f() size 3 cost 1"},
        Line{"call", call_of("f", {"a"}, {{"b", 2}}, 3), "b = f(a) size 2 cost 3"},
        Line{"outputs", call_of("split", {"a", "b"}, {{"p", 2}, {"q", 0, 0}}, 3),
             "p, q = split(a, b) size 2, view of a cost 3"},
        Line{"mutate", mutate_of("add_", {"a", "b"}, {0}, 2), "mutate add_(a, b) changes a cost 2"},
        Line{"mutate_twice", mutate_of("add_", {"a", "b"}, {1, 0, 1}, 0),
             "mutate add_(a, b) changes b, a, b cost 0"},
        Line{"constant", constant_of("w", 5), "w = constant size 5"},
        Line{"copy", named(InstructionKind::copy, "c", "a"), "c = a"},
        Line{"copy_from", named(InstructionKind::copy_from, "c", "b"), "c := b"},
        Line{"annotate", named(InstructionKind::annotate, "BACKWARD"), "annotate BACKWARD"},
        Line{"start", named(InstructionKind::annotate, "START"), "annotate START"},
        Line{"release", named(InstructionKind::release, "a"), "release a"}),
    name_of<Line>);

INSTANTIATE_TEST_SUITE_P(
    Views, LineTest,
    ::testing::Values(
        Line{"of_the_first", call_of("f", {"a", "a"}, {{"v", 0, 0}}, 1),
             "v = f(a, a) size view of a cost 1"},
        Line{"of_the_second", call_of("f", {"a", "a"}, {{"v", 0, 1}}, 1),
             "v = f(a, a) size view of argument 1 cost 1"},
        Line{"of_another", call_of("f", {"a", "a", "b", "b"}, {{"v", 0, 2}, {"w", 0, 3}}, 1),
             "v, w = f(a, a, b, b) size view of b, view of argument 3 cost 1"},
        Line{"holding", call_of("f", {"a"}, {{"v", 1024, 0}, {"w", 7}}, 1),
             "v, w = f(a) size view of a holding 1024, 7 cost 1"},
        Line{"second_holding", call_of("f", {"a", "a"}, {{"v", INT64_MAX, 1}}, 1),
             "v = f(a, a) size view of argument 1 holding 9223372036854775807 cost 1"},
        Line{"of_a_keyword", call_of("view", {"argument"}, {{"v", 0, 0}}, 1),
             R"(v = view("argument") size view of "argument" cost 1)"},
        Line{"mutated_second", mutate_of("f", {"a", "a", "b"}, {1, 2}, 1),
             "mutate f(a, a, b) changes argument 1, b cost 1"}),
    name_of<Line>);

INSTANTIATE_TEST_SUITE_P(
    Edges, LineTest,
    ::testing::Values(Line{"no_outputs", call_of("f", {"a"}, {}, 1), "f(a) cost 1"},
                      Line{"nothing", call_of("release", {}, {}, 0), "release() cost 0"},
                      Line{"no_changes", mutate_of("f", {}, {}, 0), "mutate f() cost 0"},
                      Line{"no_such_argument", mutate_of("f", {"a"}, {1, 4294967295}, 0),
                           "mutate f(a) changes argument 1, argument 4294967295 cost 0"},
                      Line{"large", call_of("f", {}, {{"a", INT64_MAX}}, INT64_MAX),
                           "a = f() size 9223372036854775807 cost 9223372036854775807"},
                      Line{"output_twice", call_of("f", {}, {{"a", 1}, {"a", 2}}, 0),
                           "a, a = f() size 1, 2 cost 0"}),
    name_of<Line>);

INSTANTIATE_TEST_SUITE_P(
    Names, LineTest,
    ::testing::Values(Line{"words",
                           call_of("aten::add.Tensor", {"%5", "x12$"}, {{"_.a/b-c:d", 1}}, 1),
                           "_.a/b-c:d = aten::add.Tensor(%5, x12$) size 1 cost 1"},
                      Line{"keywords_as_operators", mutate_of("mutate", {"a"}, {0}, 1),
                           "mutate mutate(a) changes a cost 1"},
                      Line{"constant_as_operator", call_of("constant", {}, {{"a", 1}}, 1),
                           "a = constant() size 1 cost 1"},
                      Line{"quoted_operator", call_of("an operator", {}, {{"a", 1}}, 1),
                           R"(a = "an operator"() size 1 cost 1)"},
                      Line{"quoted_copy", named(InstructionKind::copy, "mutate", "constant"),
                           R"("mutate" = "constant")"},
                      Line{"quoted_first", named(InstructionKind::copy_from, "release", "a("),
                           R"("release" := "a(")"},
                      Line{"number", named(InstructionKind::release, "12"), R"(release "12")"},
                      Line{"empty", named(InstructionKind::annotate, ""), R"(annotate "")"},
                      Line{"colon", named(InstructionKind::copy, "a:", ":b"), R"("a:" = ":b")"},
                      Line{"comment", named(InstructionKind::release, "a#b"), R"(release "a#b")"},
                      Line{"escapes",
                           named(InstructionKind::release, std::string("\"\\\n\r\t\x01\0\x7f", 8)),
                           "release \"\\\"\\\\\\n\\r\\t\\u0001\\u0000\x7f\""},
                      Line{"unicode", named(InstructionKind::release, "\u00e9\u2028\U0001f600"),
                           "release \"\u00e9\u2028\U0001f600\""}),
    name_of<Line>);

TEST(TraceTextTest, EveryKeywordStandsInQuotesAsAName) {
  for (const std::string keyword : {"annotate", "argument", "changes", "constant", "cost",
                                    "holding", "mutate", "of", "release", "size", "view"}) {
    const Instruction release = named(InstructionKind::release, keyword);
    EXPECT_EQ(written(release), fmt::format("release \"{}\"\n", keyword));
    const Instruction call = call_of(keyword, {keyword}, {{keyword, 0, 0}}, 1);
    EXPECT_EQ(written(call),
              fmt::format("\"{0}\" = {0}(\"{0}\") size view of \"{0}\" cost 1\n", keyword));
    EXPECT_TRUE(read_line(written(call)) == call);
  }
}

TEST(TraceTextTest, BlanksAndCommentsMeanNothing) {
  const Instruction call = call_of("f", {"a", "b"}, {{"c", 1}, {"d", 0, 1}}, 2);
  for (const std::string line :
       {"c,d=f(a,b)size 1,view of b cost 2", "\tc , d = f ( a , b ) size 1 , view  of b cost 2  ",
        "c, d = f(a, b) size 1, view of b cost 2# = g()",
        "c, d = f(a, b) size 1, view of b cost 2\r",
        "c, d = f(a, b) size 1, view of argument 1 cost 002"})
    EXPECT_TRUE(read_line(line) == call) << line;
  EXPECT_TRUE(read_line("a:=b") == named(InstructionKind::copy_from, "a", "b"));
  EXPECT_TRUE(instructions_in(no_header + "# nothing\n\n  # release a\n\r\n").empty());
}

TEST(TraceTextTest, WhatMayBeLeftOutIsZero) {
  EXPECT_TRUE(read_line("a = f() size 1") == call_of("f", {}, {{"a", 1}}, 0));
  EXPECT_TRUE(read_line("mutate f(a) changes a") == mutate_of("f", {"a"}, {0}, 0));
  EXPECT_TRUE(read_line("a = f(b) size view of b holding 0") ==
              call_of("f", {"b"}, {{"a", 0, 0}}, 0));
}

TEST(TraceTextTest, JsonEscapesAreRead) {
  EXPECT_EQ(read_line(R"(release "\u0041\/\ud83d\ude00")").name, "A/\U0001f600");
  EXPECT_TRUE(read_line(R"("a" = "f"("b") size 1)") == call_of("f", {"b"}, {{"a", 1}}, 0));
}

TEST(TraceTextTest, TheHeaderIsReadAndWritten) {
  const std::string text = first_line +
                           "finding: hole\n"
                           "expect: 7 pass: clock 12 # no comment\n"
                           "expect: 8 oom\n"
                           "-:\n"
                           "\n"
                           "a = f() size 3 cost 1\n";
  const TraceTextHeader header = header_in(text);
  EXPECT_EQ(header, (TraceTextHeader{{{"finding", "hole"},
                                      {"expect", "7 pass: clock 12 # no comment"},
                                      {"expect", "8 oom"},
                                      {"-", ""}}}));
  EXPECT_EQ(as_text(instructions_in(text), header), text);
}

TEST(TraceTextTest, TheHeaderEndsAtTheFirstBlankLine) {
  const TraceTextHeader one{{{"key", "value"}}};
  EXPECT_EQ(header_in(first_line + "key: value"), one);
  EXPECT_EQ(header_in(first_line + " # comment\nkey:value \t\r\n#\n \t\r\na = b\n"), one);
  EXPECT_EQ(header_in("\n\nrematfuzz trace 1 \r\nkey: value\n"), one);
  EXPECT_EQ(header_in(first_line), TraceTextHeader());
  EXPECT_EQ(header_in(first_line + "\n\n\nrelease a\n\nrelease b"), TraceTextHeader());
}

TEST(TraceTextTest, ATextStandsBehindAStart) {
  class Order final : public InstructionSink {
   public:
    void header(const TraceTextHeader&) override { calls += "header "; }
    void restart() override { calls += "restart "; }
    void add(const Instruction&) override { calls += "add "; }
    void end() override { calls += "end"; }
    std::string calls;
  };
  Order text;
  EXPECT_TRUE(read_instructions_text(no_header + "release a\n", "input", text));
  EXPECT_EQ(text.calls, "header restart add end");
  Order log;
  EXPECT_FALSE(read_instructions_text(release("a"), "input", log));
  EXPECT_EQ(log.calls, "add end");
}

TEST(TraceTextTest, IsATraceLikeALog) {
  const LogReadResult text =
      read_log_text(no_header + "x = constant size 3\ny = f(x) size 1 cost 1", "input");
  EXPECT_TRUE(text.has_start);
  const LogReadResult log = read_log_text(constant("x", "3") + call({"x"}, "y"), "input");
  EXPECT_EQ(digest(text.trace), digest(log.trace));
}

TEST(TraceTextTest, ReadsHeadersOfFiles) {
  const fs::path file = fs::path(::testing::TempDir()) / "rematfuzz-trace-text-test";
  const auto header = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    return read_trace_header(file.string());
  };
  EXPECT_EQ(header(first_line + "a: b\n\nwrong"), (TraceTextHeader{{{"a", "b"}}}));
  EXPECT_EQ(header(start()), std::nullopt);
  EXPECT_EQ(header(""), std::nullopt);
  EXPECT_EQ(
      error_of([&] { header(first_line + "a\n"); }),
      file.string() + ":2: expected 'key: value', or a blank line before the program, got 'a'");
  std::ofstream(file, std::ios::binary) << no_header + "a = f() size 3 cost 1\n";
  EXPECT_EQ(read_log(file.string()).trace.calls.size(), 1U);
  fs::remove(file);
}

// The example of the document, which is to show all there is.
TEST(TraceTextTest, TheDocumentsExampleIsRight) {
  std::ifstream in(fs::path(REMATFUZZ_TEST_DATA) / "../../docs/trace-text.md");
  const std::string document(std::istreambuf_iterator<char>(in), {});
  const std::size_t begin = document.find("```\n") + 4;
  const std::string text = document.substr(begin, document.find("```\n", begin) - begin);
  EXPECT_EQ(read_log_text(text, "example").trace.calls.size(), 8U);
  std::array<int, 7> kinds{};
  for (const Instruction& instruction : instructions_in(text))
    ++kinds.at(static_cast<std::size_t>(instruction.kind));
  for (const int count : kinds) EXPECT_GE(count, 1);
}

struct BadText {
  std::string name;  // of the test
  std::string text;
  std::string message;
};

std::ostream& operator<<(std::ostream& out, const BadText& bad) { return out << bad.name; }

class BadTextTest : public ::testing::TestWithParam<BadText> {};

TEST_P(BadTextTest, IsRefused) {
  EXPECT_EQ(error_of([] { read_log_text(GetParam().text, "text"); }), GetParam().message);
}

const std::string version = "expected 'rematfuzz trace 1', got ";
const std::string before_program =
    "text:2: expected 'key: value', or a blank line before the program, got ";

INSTANTIATE_TEST_SUITE_P(
    Header, BadTextTest,
    ::testing::Values(
        BadText{"version", "rematfuzz trace 2\n",
                "text:1: " + version +
                    "'rematfuzz trace 2': other versions of the format cannot be read"},
        BadText{"longer_version", "rematfuzz trace 10\n",
                "text:1: " + version +
                    "'rematfuzz trace 10': other versions of the format cannot be read"},
        BadText{"no_version", "\nrematfuzz trace\n", "text:2: " + version + "'rematfuzz trace'"},
        BadText{"other_words", "rematfuzz  trace 1\n",
                "text:1: " + version + "'rematfuzz  trace 1'"},
        BadText{"no_blank_line", first_line + "a = f() size 3\n",
                before_program + "'a = f() size 3'"},
        BadText{"no_key", first_line + ": value\n", before_program + "': value'"},
        BadText{"key_in_capitals", first_line + "Key: value\n", before_program + "'Key: value'"},
        BadText{"blank_before_the_colon", first_line + "key : value\n",
                before_program + "'key : value'"},
        BadText{"no_utf8", first_line + "key: \xff\n", "text:2: binary data (not valid UTF-8)"},
        BadText{"nul", first_line + std::string("key: \0\n", 7),
                "text:2: not a trace log: binary data (a NUL byte)"},
        BadText{"nothing_else", first_line, "text:1: no operator in the trace"},
        BadText{"no_program", first_line + "key: value\n\n\n# comment\n\n",
                "text:5: no operator in the trace"}),
    name_of<BadText>);

BadText bad_line(const std::string& name, const std::string& line, const std::string& message) {
  return {name, no_header + line + "\n", "text:3: " + message};
}

const std::string at_end = ", got the end of the line";

INSTANTIATE_TEST_SUITE_P(
    Lines, BadTextTest,
    ::testing::Values(
        bad_line("mark", "= a", "expected an instruction, got '='"),
        bad_line("number_first", "1 = a", "expected an instruction, got '1'"),
        bad_line("alone", "a", "expected '=', ':=', ',' or '('" + at_end),
        bad_line("two_words", "a b", "expected '=', ':=', ',' or '(', got 'b'"),
        bad_line("no_source", "a =", "expected a name" + at_end),
        bad_line("number_source", "a = 1", "expected a name, got '1'"),
        bad_line("copy_and_more", "a = b size 3",
                 "expected '(' or the end of the line, got 'size'"),
        bad_line("copies", "a, b = c", "expected '('" + at_end),
        bad_line("constants", "a, b = constant size 3", "expected '(', got 'size'"),
        bad_line("number_outputs", "a, b = 7", "expected '(', got '7'"),
        bad_line("open_outputs", "a, = f()", "expected a name, got '='"),
        bad_line("no_equals", "a, b f()", "expected '=', got 'f'"),
        bad_line("copy_from_number", "a := 3", "expected a name, got '3'"),
        bad_line("copy_from_and_more", "a := b c", "expected the end of the line, got 'c'"),
        bad_line("copy_from_call", "a := f()", "expected the end of the line, got '('"),
        bad_line("release_nothing", "release", "expected a name" + at_end),
        bad_line("release_two", "release a, b", "expected the end of the line, got ','"),
        bad_line("release_comment", "release # a", "expected a name" + at_end),
        bad_line("annotate_more", "annotate A B", "expected the end of the line, got 'B'"),
        bad_line("keyword", "release size",
                 "expected a name, got 'size': a name like this keyword stands in quotes"),
        bad_line("keyword_bound", "cost = a",
                 "expected a name, got 'cost': a name like this keyword stands in quotes"),
        bad_line("keyword_argument", "a = f(of) size 1",
                 "expected a name, got 'of': a name like this keyword stands in quotes"),
        bad_line("keyword_in_capitals", "Release a", "expected '=', ':=', ',' or '(', got 'a'")),
    name_of<BadText>);

INSTANTIATE_TEST_SUITE_P(
    Calls, BadTextTest,
    ::testing::Values(
        bad_line("number_operator", "a = 3()", "expected an operator, got '3'"),
        bad_line("open", "a = f(b", "expected ',' or ')'" + at_end),
        bad_line("no_comma", "a = f(b c)", "expected ',' or ')', got 'c'"),
        bad_line("comma", "a = f(b,)", "expected a name, got ')'"),
        bad_line("number_argument", "a = f(1)", "expected a name, got '1'"),
        bad_line("no_size", "a = f()", "expected 'size'" + at_end),
        bad_line("sizes", "a = f() sizes 3", "expected 'size', got 'sizes'"),
        bad_line("cost_first", "a = f() cost 3 size 1", "expected 'size', got 'cost'"),
        bad_line("no_number", "a = f() size", "expected a size in bytes or 'view'" + at_end),
        bad_line("word_size", "a = f() size x", "expected a size in bytes or 'view', got 'x'"),
        bad_line("negative", "a = f() size -1", "expected a size in bytes or 'view', got '-1'"),
        bad_line("minus", "a = f() size -", "expected a size in bytes or 'view', got '-'"),
        bad_line("plus", "a = f() size +1", "expected a size in bytes or 'view', got '+1'"),
        bad_line("fraction", "a = f() size 1.5", "expected a size in bytes or 'view', got '1.5'"),
        bad_line("hexadecimal", "a = f() size 0x1",
                 "expected a size in bytes or 'view', got '0x1'"),
        bad_line("quoted_number", R"(a = f() size "1")",
                 R"(expected a size in bytes or 'view', got '"1"')"),
        bad_line("too_large", "a = f() size 9223372036854775808",
                 "a number that is out of range: '9223372036854775808'"),
        bad_line("too_few", "a, b = f() size 1 cost 2",
                 "different numbers of outputs (2) and sizes (1)"),
        bad_line("too_many", "a = f() size 1, 2 cost 2",
                 "different numbers of outputs (1) and sizes (2)"),
        bad_line("size_of_none", "f() size 1", "different numbers of outputs (0) and sizes (1)"),
        bad_line("cost_nothing", "a = f() size 1 cost", "expected a cost in nanoseconds" + at_end),
        bad_line("cost_negative", "a = f() size 1 cost -2",
                 "expected a cost in nanoseconds, got '-2'"),
        bad_line("cost_too_large", "a = f() size 1 cost 99999999999999999999",
                 "a number that is out of range: '99999999999999999999'"),
        bad_line("more", "a = f() size 1 cost 2 3", "expected the end of the line, got '3'"),
        bad_line("more_than_size", "a = f() size 1 2",
                 "expected 'cost' or the end of the line, got '2'"),
        bad_line("constant_cost", "a = constant size 1 cost 2",
                 "expected the end of the line, got 'cost'"),
        bad_line("constant_view", "a = constant size view of b",
                 "expected a size in bytes, got 'view'"),
        bad_line("constant_alone", "a = constant", "expected 'size'" + at_end),
        bad_line("quoted_constant", R"(a = "constant" size 1)",
                 "expected '(' or the end of the line, got 'size'")),
    name_of<BadText>);

INSTANTIATE_TEST_SUITE_P(
    Arguments, BadTextTest,
    ::testing::Values(
        bad_line("view_of_nothing", "a = f(b) size view", "expected 'of'" + at_end),
        bad_line("view_of_stranger", "a = f(b) size view of c cost 1", "'c' is no argument of 'f'"),
        bad_line("view_of_number", "a = f(b) size view of 0", "expected a name, got '0'"),
        bad_line("view_of_argument", "a = f(b) size view of argument",
                 "expected an argument's number" + at_end),
        bad_line("view_out_of_range", "a = f(b) size view of argument 1",
                 "argument 1 is out of range: 'f' has 1 arguments"),
        bad_line("view_far_out_of_range", "a = f() size view of argument 9223372036854775807",
                 "argument 9223372036854775807 is out of range: 'f' has 0 arguments"),
        bad_line("holding_nothing", "a = f(b) size view of b holding cost 1",
                 "expected a size in bytes, got 'cost'"),
        bad_line("size_holding", "a = f(b) size 1 holding 2",
                 "expected 'cost' or the end of the line, got 'holding'"),
        bad_line("mutate_alone", "mutate", "expected an operator" + at_end),
        bad_line("mutate_no_call", "mutate f", "expected '('" + at_end),
        bad_line("mutate_nothing", "mutate f(a) changes cost 1",
                 "expected a name, got 'cost': a name like this keyword stands in quotes"),
        bad_line("mutate_stranger", "mutate f(a) changes b", "'b' is no argument of 'f'"),
        bad_line("mutate_size", "mutate f(a) size 1",
                 "expected 'cost' or the end of the line, got 'size'"),
        bad_line("mutate_out_of_range", "mutate f(a) changes argument 4294967296",
                 "argument 4294967296 is out of range")),
    name_of<BadText>);

INSTANTIATE_TEST_SUITE_P(
    Tokens, BadTextTest,
    ::testing::Values(
        bad_line("open_string", R"(release "a)", R"(a string is not closed: '"a')"),
        bad_line("escaped_quote", R"(release "a\")", R"(a string is not closed: '"a\"')"),
        bad_line("backslash_last", R"(release "a\)", R"(a string is not closed: '"a\')"),
        bad_line("escape", R"(release "\q")", R"(a string that JSON does not allow: '"\q"')"),
        bad_line("surrogate", R"(release "\ud800")",
                 R"(a string that JSON does not allow: '"\ud800"')"),
        bad_line("tab", "release \"\t\"", R"(a string that JSON does not allow: '"\t"')"),
        bad_line("single_quotes", "release 'a'", "expected a name, got ''a''"),
        bad_line("colon_last", "release a:", "expected the end of the line, got ':'"),
        bad_line("unicode", "release \u00e9a b", "expected a name, got '\u00e9a'"),
        bad_line("terminal_escape", "\x1b[31mred",
                 R"(expected an instruction, got '\u001b[31mred')"),
        bad_line("long", "release " + std::string(100, '!'),
                 "expected a name, got '" + std::string(60, '!') + "...'"),
        bad_line("no_utf8", "release a # \xff", "binary data (not valid UTF-8)")),
    name_of<BadText>);

INSTANTIATE_TEST_SUITE_P(
    Programs, BadTextTest,
    ::testing::Values(bad_line("undefined", "a = f(b) size 1", "argument 'b' is undefined"),
                      bad_line("no_results", "f() cost 1", "CALL of 'f' has no results"),
                      bad_line("no_changes", "mutate f() cost 1", "MUTATE 'f' mutates nothing"),
                      BadText{"bound_twice",
                              no_header + "a = constant size 1\n\n# again\na = f() size 1\n",
                              "text:6: 'a' is bound already"},
                      BadText{"mutate_index",
                              no_header + "a = constant size 1\nmutate f(a) changes argument 1\n",
                              "text:4: MUTATE index 1 is out of range: 'f' has 1 arguments"}),
    name_of<BadText>);

// A log stays a log: what looks like a text further down is none.
TEST(TraceTextTest, OnlyTheFirstLineTells) {
  const auto message = [](const std::string& bytes) {
    return error_of([&] { read_log_text(bytes, "input"); });
  };
  EXPECT_EQ(message(start() + first_line), "input:2: malformed JSON: 'rematfuzz trace 1'");
  EXPECT_EQ(message("# comment\n" + first_line), "input:1: malformed JSON: '# comment'");
  EXPECT_EQ(message(no_header + start()),
            "input:3: expected an instruction, got "
            "'{\"ANNOTATION\":\"START\",\"INSTRUCTION\":\"ANNOTATE\"}'");
}

// Through either format, and through both.
void expect_round_trips(const Instructions& instructions) {
  const std::string text = as_text(instructions);
  ASSERT_TRUE(instructions_in(text) == instructions);
  ASSERT_TRUE(instructions_in(as_log(instructions)) == instructions);
  ASSERT_EQ(as_text(instructions_in(as_log(instructions_in(text)))), text);
}

class AnyInstruction {
 public:
  explicit AnyInstruction(std::uint64_t seed) : random_(seed) {}

  Instruction make() {
    Instruction made;
    made.kind = static_cast<InstructionKind>(random_.below(7));
    switch (made.kind) {
      case InstructionKind::constant:
        made.outputs = {{name(), number()}};
        break;
      case InstructionKind::call:
        make_operation(made);
        for (std::uint64_t i = random_.below(4); i > 0; --i) made.outputs.push_back(output(made));
        break;
      case InstructionKind::mutate:
        make_operation(made);
        for (std::uint64_t i = random_.below(4); i > 0; --i)
          made.mutated.push_back(static_cast<std::uint32_t>(random_.below(6)));
        break;
      case InstructionKind::copy:
      case InstructionKind::copy_from:
        made.source = name();
        made.name = name();
        break;
      default:
        made.name = name();
    }
    return made;
  }

 private:
  std::string name() {
    static const std::array<std::string, 14> pieces{
        "a", "b", "size", "view", "x1", ":", "::", "=", "\"", "\\", "\n", "#", "\u00e9", " "};
    std::string made = pieces.at(random_.below(4));
    for (std::uint64_t i = random_.below(4); i > 0; --i) made += pieces.at(random_.below(14));
    return random_.below(20) == 0 ? std::string(1, '\0') : made;
  }
  std::int64_t number() {
    return static_cast<std::int64_t>(random_.below(2) == 0 ? 0 : random_.below(UINT64_MAX) >> 1);
  }
  OutputSpec output(const Instruction& call) {
    OutputSpec made{name(), number()};
    if (!call.args.empty() && random_.below(2) == 0)
      made.alias = static_cast<std::int64_t>(random_.below(call.args.size()));
    return made;
  }
  void make_operation(Instruction& made) {
    made.name = name();
    for (std::uint64_t i = random_.below(5); i > 0; --i) made.args.push_back(name());
    made.cost = number();
  }

  Random random_;
};

TEST(TraceTextTest, AnyInstructionsRoundTrip) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    AnyInstruction any(seed);
    Instructions instructions;
    for (int i = 0; i < 20; ++i) instructions.push_back(any.make());
    expect_round_trips(instructions);
  }
}

TEST(TraceTextTest, ModelsRoundTrip) {
  for (const Model& model : models()) {
    if (std::string(model.name) != "unet" && std::string(model.name) != "resnet") continue;
    Instructions instructions;
    generate(model, {}, 1, [&](const Instruction& made) { instructions.push_back(made); });
    expect_round_trips(instructions);
  }
}

Instructions instructions_of_file(const std::string& path) {
  Contents contents;
  read_instructions(path, contents);
  return contents.instructions();
}

TEST(TraceTextTest, SyntheticLogsRoundTrip) {
  const fs::path folder = fs::path(REMATFUZZ_SHARED_DIR) / "synthetic";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "no synthetic logs";
  for (const auto& entry : fs::directory_iterator(folder))
    expect_round_trips(instructions_of_file(entry.path().string()));
}

TEST(TraceTextTest, PublicTracesRoundTrip) {
  const std::vector<std::string> names = {"resnet32", "unet", "transformer", "unroll_gan"};
  for (const std::string& name : names) {
    const std::string path = shared_trace(name);
    if (path.empty()) GTEST_SKIP() << "no public traces";
    expect_round_trips(instructions_of_file(path));
  }
}

}  // namespace
}  // namespace rematfuzz::testing
