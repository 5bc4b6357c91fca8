// Reading trace logs: what is accepted, and what exactly is said about what is not.
#include "sim/trace/log_reader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_builder.h"
#include "tests/trace/log_text.h"

namespace rematfuzz::testing {
namespace {

namespace fs = std::filesystem;

Trace trace_of(const std::string& log) { return read_log_text(log, "log").trace; }

// The message about a log, or "accepted".
std::string message_of(const std::string& log) {
  try {
    read_log_text(log, "log");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

struct BadLog {
  std::string name;  // of the test
  std::string log;
  std::string message;
};

std::ostream& operator<<(std::ostream& out, const BadLog& bad) { return out << bad.name; }

class BadLogTest : public ::testing::TestWithParam<BadLog> {};

TEST_P(BadLogTest, IsRefused) { EXPECT_EQ(message_of(GetParam().log), GetParam().message); }

// The same, behind lines that are right and a START: the line numbers count all lines.
TEST_P(BadLogTest, IsRefusedBehindStart) {
  const std::string& log = GetParam().log;
  std::string message = GetParam().message;
  const std::size_t digits = message.find(':') + 1;
  const std::size_t size = message.find(':', digits) - digits;
  message.replace(digits, size, std::to_string(std::stoi(message.substr(digits, size)) + 4));
  EXPECT_EQ(message_of(constant("before") + start() + "\n" + log), message);
}

std::string name_of(const ::testing::TestParamInfo<BadLog>& info) { return info.param.name; }

const std::string x = constant("x");  // two lines

std::string with_time(const std::string& time) { return x + call({"x"}, "y", "1", "-1", time); }
std::string with_memory(const std::string& size) { return x + call({"x"}, "y", size); }
std::string with_alias(const std::string& index) { return x + call({"x"}, "y", "1", index); }

INSTANTIATE_TEST_SUITE_P(
    Json, BadLogTest,
    ::testing::Values(
        BadLog{"text", "# hello\n", "log:1: malformed JSON: '# hello'"},
        BadLog{"second_line", x + "{,}\n", "log:3: malformed JSON: '{,}'"},
        BadLog{"array", x + "[1,2]\n", "log:3: an array, not a JSON object: '[1,2]'"},
        BadLog{"number", "1\n", "log:1: a number, not a JSON object: '1'"},
        BadLog{"string", "\"x\"\n", "log:1: a string, not a JSON object: '\"x\"'"},
        BadLog{"null", "null\n", "log:1: null, not a JSON object: 'null'"},
        BadLog{"two_objects", "{} {}\n", "log:1: malformed JSON: '{} {}'"},
        BadLog{"trailing_comma",
               x + R"({"INSTRUCTION":"RELEASE","NAME":"x",})"
                   "\n",
               R"(log:3: malformed JSON: '{"INSTRUCTION":"RELEASE","NAME":"x",}')"},
        BadLog{"open_string", "{\"INSTRUCTION:1}\n",
               R"(log:1: malformed JSON (a string is not closed): '{"INSTRUCTION:1}')"},
        BadLog{"control_character", "{\"A\":\"\x01\"}\n",
               R"(log:1: malformed JSON (a control character in a string): '{"A":"\u0001"}')"},
        BadLog{"escape",
               R"({"A":"\q"})"
               "\n",
               R"(log:1: malformed JSON (a wrong escape in a string): '{"A":"\q"}')"},
        BadLog{"number_out_of_range",
               R"({"A":99999999999999999999})"
               "\n",
               "log:1: malformed JSON (a number that is wrong or out of range): "
               R"('{"A":99999999999999999999}')"},
        BadLog{"leading_zero",
               R"({"A":01})"
               "\n",
               R"(log:1: malformed JSON (a number that is wrong or out of range): '{"A":01}')"},
        BadLog{"deep", std::string(2000, '[') + std::string(2000, ']') + "\n",
               "log:1: malformed JSON (nested too deeply): '" + std::string(60, '[') + "...'"},
        BadLog{"long_line", "{" + std::string(300000, ' ') + "\n",
               "log:1: malformed JSON: '{" + std::string(59, ' ') + "...'"},
        BadLog{"terminal_escape", "\x1b[31mred\n", R"(log:1: malformed JSON: '\u001b[31mred')"},
        BadLog{"byte_order_mark", "\xef\xbb\xbf{}\n", R"(log:1: malformed JSON: '\ufeff{}')"},
        BadLog{"cut_off", x + R"({"INSTRUCTION":"RELE)",
               "log:3: the last line is cut off: malformed JSON (a string is not closed): "
               R"('{"INSTRUCTION":"RELE')"},
        BadLog{"cut_off_early", x + "{", "log:3: the last line is cut off: malformed JSON: '{'"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Binary, BadLogTest,
    ::testing::Values(BadLog{"nul", x + std::string("{\0}\n", 4),
                             "log:3: not a trace log: binary data (a NUL byte)"},
                      BadLog{"nul_without_line_end", x + std::string(1000000, '\0'),
                             "log:3: not a trace log: binary data (a NUL byte)"},
                      BadLog{"utf8", x + "{\"A\":\"\xff\xfe\"}\n",
                             "log:3: not a trace log: binary data (not valid UTF-8)"},
                      BadLog{"surrogate", "{\"A\":\"\xed\xa0\x80\"}\n",
                             "log:1: not a trace log: binary data (not valid UTF-8)"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(Empty, BadLogTest,
                         ::testing::Values(BadLog{"only_annotations", annotate("BACKWARD"),
                                                  "log:1: no operator in the trace"},
                                           BadLog{"only_releases",
                                                  release("x") + release("y") + "\n\n",
                                                  "log:2: no operator in the trace"}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Fields, BadLogTest,
    ::testing::Values(
        BadLog{"no_instruction", "{}\n", "log:1: INSTRUCTION is missing"},
        BadLog{"instruction_type",
               R"({"INSTRUCTION":["CALL"]})"
               "\n",
               "log:1: INSTRUCTION is an array, not a string"},
        BadLog{"unknown_instruction",
               x + R"({"INSTRUCTION":"FREE","NAME":"x"})"
                   "\n",
               "log:3: unknown INSTRUCTION 'FREE'"},
        BadLog{"lower_case_instruction",
               R"({"INSTRUCTION":"call"})"
               "\n",
               "log:1: unknown INSTRUCTION 'call'"},
        BadLog{"long_instruction", R"({"INSTRUCTION":")" + std::string(100, 'A') + "\"}\n",
               "log:1: unknown INSTRUCTION '" + std::string(60, 'A') + "...'"},
        BadLog{"instruction_with_line_end",
               R"({"INSTRUCTION":"A\nB\u0000\u2028"})"
               "\n",
               R"(log:1: unknown INSTRUCTION 'A\nB\u0000\u2028')"},
        BadLog{"field_twice",
               R"({"INSTRUCTION":"RELEASE","NAME":"a","NAME":"b"})"
               "\n",
               "log:1: NAME is given twice"},
        BadLog{"annotate",
               R"({"INSTRUCTION":"ANNOTATE"})"
               "\n",
               "log:1: ANNOTATION of ANNOTATE is missing"},
        BadLog{"annotate_type",
               R"({"INSTRUCTION":"ANNOTATE","ANNOTATION":1})"
               "\n",
               "log:1: ANNOTATION of ANNOTATE is a number, not a string"},
        BadLog{"constant",
               R"({"INSTRUCTION":"CONSTANT"})"
               "\n",
               "log:1: NAME of CONSTANT is missing"},
        BadLog{"release",
               R"({"INSTRUCTION":"RELEASE"})"
               "\n",
               "log:1: NAME of RELEASE is missing"},
        BadLog{"release_type",
               R"({"INSTRUCTION":"RELEASE","NAME":7})"
               "\n",
               "log:1: NAME of RELEASE is a number, not a string"},
        BadLog{"copy_to",
               R"({"INSTRUCTION":"COPY","SRC":"x"})"
               "\n",
               "log:1: DST of COPY is missing"},
        BadLog{"copy_source",
               R"({"INSTRUCTION":"COPY","DST":"x"})"
               "\n",
               "log:1: SRC of COPY is missing"},
        BadLog{"copy_from_to",
               R"({"INSTRUCTION":"COPY_FROM","SRC":"x"})"
               "\n",
               "log:1: DST of COPY_FROM is missing"},
        BadLog{"copy_from_type",
               R"({"INSTRUCTION":"COPY_FROM","DST":"x","SRC":null})"
               "\n",
               "log:1: SRC of COPY_FROM is null, not a string"},
        BadLog{"call_name",
               R"({"INSTRUCTION":"CALL","ARGS":[],"RESULT":["y"],"TIME":1})"
               "\n",
               "log:1: NAME of CALL is missing"},
        BadLog{"call_args",
               R"({"INSTRUCTION":"CALL","NAME":"f","RESULT":["y"],"TIME":1})"
               "\n",
               "log:1: ARGS of CALL is missing"},
        BadLog{"call_result",
               R"({"INSTRUCTION":"CALL","NAME":"f","ARGS":[],"TIME":1})"
               "\n",
               "log:1: RESULT of CALL is missing"},
        BadLog{"call_time",
               R"({"INSTRUCTION":"CALL","NAME":"f","ARGS":[],"RESULT":["y"]})"
               "\n",
               "log:1: TIME of CALL is missing"},
        BadLog{"args_type",
               R"({"INSTRUCTION":"CALL","NAME":"f","ARGS":"x","RESULT":["y"],"TIME":1})"
               "\n",
               "log:1: ARGS of CALL is a string, not an array"},
        BadLog{"args_entry_type",
               R"({"INSTRUCTION":"CALL","NAME":"f","ARGS":["x",1],"RESULT":["y"],"TIME":1})"
               "\n",
               "log:1: ARGS[1] of CALL is a number, not a string"},
        BadLog{"result_entry_type",
               R"({"INSTRUCTION":"CALL","NAME":"f","ARGS":[],"RESULT":[{}],"TIME":1})"
               "\n",
               "log:1: RESULT[0] of CALL is an object, not a string"},
        BadLog{"mutate_missing",
               R"({"INSTRUCTION":"MUTATE","NAME":"m","ARGS":[],"TIME":1})"
               "\n",
               "log:1: MUTATE of MUTATE is missing"},
        BadLog{"mutate_type", mutate({"x"}, "0"),
               "log:1: MUTATE of MUTATE is a number, not an array"},
        BadLog{"memory_name",
               R"({"INSTRUCTION":"CONSTANT","NAME":"x"})"
               "\n"
               R"({"INSTRUCTION":"MEMORY","MEMORY":1})"
               "\n",
               "log:2: NAME of MEMORY is missing"},
        BadLog{"memory_missing",
               R"({"INSTRUCTION":"CONSTANT","NAME":"x"})"
               "\n"
               R"({"INSTRUCTION":"MEMORY","NAME":"x"})"
               "\n",
               "log:2: MEMORY of 'x' is missing"},
        BadLog{"alias_missing",
               x + call_line({"x"}, {"y"}) + memory("y", "1") +
                   R"({"INSTRUCTION":"ALIAS","NAME":"y"})"
                   "\n",
               "log:5: ALIAS of 'y' is missing"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Numbers, BadLogTest,
    ::testing::Values(
        BadLog{"fraction", with_time("1.0"),
               "log:3: TIME of CALL is not an integer: a number with a fraction or an exponent"},
        BadLog{"exponent", with_memory("1e3"),
               "log:4: MEMORY of 'y' is not an integer: a number with a fraction or an exponent"},
        BadLog{"empty", with_time(R"("")"), "log:3: TIME of CALL is not an integer: ''"},
        BadLog{"underscore", with_time(R"("1_0")"), "log:3: TIME of CALL is not an integer: '1_0'"},
        BadLog{"space", with_time(R"(" 1")"), "log:3: TIME of CALL is not an integer: ' 1'"},
        BadLog{"space_behind", with_time(R"("1 ")"), "log:3: TIME of CALL is not an integer: '1 '"},
        BadLog{"plus", with_time(R"("+1")"), "log:3: TIME of CALL is not an integer: '+1'"},
        BadLog{"hexadecimal", with_time(R"("0x10")"),
               "log:3: TIME of CALL is not an integer: '0x10'"},
        BadLog{"string_fraction", with_time(R"("1.0")"),
               "log:3: TIME of CALL is not an integer: '1.0'"},
        BadLog{"only_minus", with_time(R"("-")"), "log:3: TIME of CALL is not an integer: '-'"},
        BadLog{"word", with_time(R"("fast")"), "log:3: TIME of CALL is not an integer: 'fast'"},
        BadLog{"nul_in_string", with_time(R"("1\u0000")"),
               R"(log:3: TIME of CALL is not an integer: '1\u0000')"},
        BadLog{"truth_value", with_time("true"),
               "log:3: TIME of CALL is a truth value, not an integer"},
        BadLog{"null", with_memory("null"), "log:4: MEMORY of 'y' is null, not an integer"},
        BadLog{"array", with_alias("[0]"), "log:5: ALIAS of 'y' is an array, not an integer"},
        BadLog{"negative_time", with_time("-5"), "log:3: TIME of CALL is negative: -5"},
        BadLog{"negative_memory", with_memory(R"("-1")"), "log:4: MEMORY of 'y' is negative: -1"},
        BadLog{"negative_constant", constant("x", "-1"), "log:2: MEMORY of 'x' is negative: -1"},
        BadLog{"unsigned", with_time("9223372036854775808"),
               "log:3: TIME of CALL is out of range: 9223372036854775808"},
        BadLog{"string_too_large", with_memory(R"("9223372036854775808")"),
               "log:4: MEMORY of 'y' is out of range: '9223372036854775808'"},
        BadLog{"string_too_small", with_memory(R"("-9223372036854775809")"),
               "log:4: MEMORY of 'y' is out of range: '-9223372036854775809'"},
        BadLog{"larger_than_the_limit", with_memory("1152921504606846977"),
               "log:3: the sum of all MEMORYs passes 2^60"},
        BadLog{"sizes_overflow", constant("x", "1152921504606846976") + constant("y", "1"),
               "log:3: the sum of all MEMORYs passes 2^60"},
        BadLog{"times_overflow",
               call({}, "x", "1", "-1", "1152921504606846976") + call({}, "y", "1", "-1", "1"),
               "log:4: the sum of all TIMEs passes 2^60"},
        BadLog{"argument_sizes_overflow",
               constant("x", "576460752303423489") + call({"x", "x"}, "y"),
               "log:3: the sum of all argument sizes passes 2^60"},
        BadLog{"mutate_sizes_overflow", constant("x", "576460752303423489") + mutate({"x"}, "[0]"),
               "log:3: the sum of all MEMORYs passes 2^60"},
        BadLog{"mutate_negative", x + mutate({"x"}, "[0,-1]"),
               "log:3: MUTATE[1] of MUTATE is negative: -1"},
        BadLog{"mutate_too_large", x + mutate({"x"}, "[4294967296]"),
               "log:3: MUTATE[0] of MUTATE is out of range: 4294967296"},
        BadLog{"mutate_entry_type", x + mutate({"x"}, "[\"x\"]"),
               "log:3: MUTATE[0] of MUTATE is not an integer: 'x'"},
        BadLog{"alias_below", with_alias("-2"),
               "log:5: ALIAS of 'y' is -2: neither -1 nor an argument's index"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Groups, BadLogTest,
    ::testing::Values(BadLog{"memory_alone", memory("x", "1"),
                             "log:1: the MEMORY line of 'x' belongs to no CALL or CONSTANT"},
                      BadLog{"alias_alone", x + alias("x", "-1"),
                             "log:3: the ALIAS line of 'x' belongs to no CALL or CONSTANT"},
                      BadLog{"memory_twice", x + memory("x", "1"),
                             "log:3: the MEMORY line of 'x' belongs to no CALL or CONSTANT"},
                      BadLog{"alias_twice", call({}, "y") + alias("y", "-1"),
                             "log:4: the ALIAS line of 'y' belongs to no CALL or CONSTANT"},
                      BadLog{"constant_without_memory",
                             R"({"INSTRUCTION":"CONSTANT","NAME":"x"})"
                             "\n" +
                                 release("x"),
                             "log:2: RELEASE where the MEMORY line of 'x' belongs"},
                      BadLog{"call_without_memory", call_line({}, {"y"}) + alias("y", "-1"),
                             "log:2: ALIAS where the MEMORY line of 'y' belongs"},
                      BadLog{"call_without_alias",
                             call_line({}, {"y", "z"}) + memory("y", "1") + memory("z", "1"),
                             "log:3: MEMORY where the ALIAS line of 'y' belongs"},
                      BadLog{"annotate_between", call_line({}, {"y"}) + annotate("BACKWARD"),
                             "log:2: ANNOTATE where the MEMORY line of 'y' belongs"},
                      BadLog{"other_name", call_line({}, {"y"}) + memory("z", "1"),
                             "log:2: the MEMORY line of 'z' where that of 'y' belongs"},
                      BadLog{"other_order",
                             call_line({}, {"y", "z"}) + memory("z", "1") + alias("z", "-1"),
                             "log:2: the MEMORY line of 'z' where that of 'y' belongs"},
                      BadLog{"other_alias_name",
                             call_line({}, {"y"}) + memory("y", "1") + alias("z", "-1"),
                             "log:3: the ALIAS line of 'z' where that of 'y' belongs"},
                      BadLog{"ends_in_constant",
                             x + R"({"INSTRUCTION":"CONSTANT","NAME":"y"})"
                                 "\n",
                             "log:3: the log ends where the MEMORY line of 'y' belongs"},
                      BadLog{"ends_in_call", call_line({}, {"y"}) + memory("y", "1") + "\n\n",
                             "log:2: the log ends where the ALIAS line of 'y' belongs"},
                      BadLog{"ends_between_results",
                             call_line({}, {"y", "z"}) + memory("y", "1") + alias("y", "-1"),
                             "log:3: the log ends where the MEMORY line of 'z' belongs"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Meaning, BadLogTest,
    ::testing::Values(
        BadLog{"alias_out_of_range", with_alias("1"),
               "log:5: ALIAS 1 of 'y' is out of range: 'f' has 1 arguments"},
        BadLog{"alias_of_nothing", call({}, "y", "1", "0"),
               "log:3: ALIAS 0 of 'y' is out of range: 'f' has 0 arguments"},
        BadLog{"mutate_out_of_range", x + mutate({"x"}, "[1]"),
               "log:3: MUTATE index 1 is out of range: 'm' has 1 arguments"},
        BadLog{"mutate_nothing", x + mutate({"x"}, "[]"), "log:3: MUTATE 'm' mutates nothing"},
        BadLog{"call_without_results", x + call_line({"x"}, {}),
               "log:3: CALL of 'f' has no results"},
        BadLog{"undefined_argument", x + call({"x", "q"}, "y"), "log:3: argument 'q' is undefined"},
        BadLog{"own_result", call({"y"}, "y"), "log:1: argument 'y' is undefined"},
        BadLog{"operator_name_as_argument", x + call({"x"}, "y") + call({"f"}, "z"),
               "log:6: argument 'f' is undefined"},
        BadLog{"mutate_undefined", x + mutate({"q"}, "[0]"), "log:3: argument 'q' is undefined"},
        BadLog{"copy_undefined", x + copy("y", "q"), "log:3: SRC 'q' is undefined"},
        BadLog{"copy_from_undefined", x + copy_from("q", "x"), "log:3: DST 'q' is undefined"},
        BadLog{"long_name", x + call({std::string(70, 'q')}, "y"),
               "log:3: argument '" + std::string(60, 'q') + "...' is undefined"},
        BadLog{"control_character_name", x + call({R"(a\nb\u001b)"}, "y"),
               R"(log:3: argument 'a\nb\u001b' is undefined)"},
        BadLog{"bound_twice_by_call", x + call({"x"}, "x"), "log:3: 'x' is bound already"},
        BadLog{"bound_twice_in_a_call",
               call_line({}, {"y", "y"}) + memory("y", "1") + alias("y", "-1") + memory("y", "1") +
                   alias("y", "-1"),
               "log:1: 'y' is bound already"},
        BadLog{"bound_twice_by_constant", x + x, "log:3: 'x' is bound already"},
        BadLog{"bound_twice_by_copy", x + copy("x", "x"), "log:3: 'x' is bound already"},
        BadLog{"bound_after_release", x + release("x") + x, "log:4: 'x' is bound already"},
        BadLog{"released_twice", x + release("x") + release("x"),
               "log:4: 'x' is released once too often: no reference is left"}),
    name_of);

TEST(LogReader, RefusesAnEmptyLog) {
  EXPECT_EQ(message_of(""), "log:1: the log is empty");
  EXPECT_EQ(message_of("\n \t\r\n\n"), "log:1: the log is empty");
}

TEST(LogReader, QuotesWholeCharacters) {
  std::string text;
  for (int i = 0; i < 70; ++i) text += "\u00e9";
  EXPECT_EQ(message_of(text + "\n"), "log:1: malformed JSON: '" + text.substr(0, 120) + "...'");
}

TEST(LogReader, EscapesTheFileName) {
  try {
    read_log_text("", "a\nb\xff");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), R"(a\nb\xff:1: the log is empty)");
  }
}

TEST(LogReader, TakesNumbersAndStringsAlike) {
  const std::string as_numbers = constant("x", "30") + call({"x"}, "y", "7", "-1", "12");
  const std::string as_strings =
      constant("x", R"("30")") + call({"x"}, "y", R"("007")", R"("-1")", R"("12")");
  for (const std::string& log : {as_numbers, as_strings}) {
    const Trace trace = trace_of(log);
    ASSERT_EQ(trace.calls.size(), 2U);
    EXPECT_EQ(trace.calls[1].cost, 12);
    EXPECT_EQ(trace.tensors[0].size, 30);
    EXPECT_EQ(trace.tensors[1].size, 7);
    EXPECT_FALSE(trace.is_view(1));
  }
}

TEST(LogReader, TakesMutateIndicesAsStrings) {
  EXPECT_EQ(trace_of(x + mutate({"x"}, R"(["0"])")).tensors.size(), 2U);
}

TEST(LogReader, TakesTheLargestSums) {
  const std::string most = "1152921504606846976";  // 2^60
  const Trace trace = trace_of(constant("x", most) + call({"x"}, "y", "0", "-1", most));
  EXPECT_EQ(trace.tensors[0].size, largest_total);
  EXPECT_EQ(trace.calls[1].cost, largest_total);
}

TEST(LogReader, ViewsMayClaimAnySize) {
  const Trace trace = trace_of(x + call({"x"}, "y", "9223372036854775807", "0"));
  EXPECT_TRUE(trace.is_view(1));
  EXPECT_EQ(trace.tensors[1].size, 0);
}

TEST(LogReader, SkipsBlankLinesAndTakesAnyLineEnd) {
  const std::string log = "\r\n" + constant("x") + " \t\n" + release("x");
  std::string carriage_returns;
  for (const char c : log) carriage_returns += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(trace_of(carriage_returns).steps.size(), 3U);
}

TEST(LogReader, SkipsBlankLinesInsideAGroup) {
  EXPECT_EQ(trace_of(call_line({}, {"y"}) + "\n" + memory("y", "1") + "\n\n" + alias("y", "-1"))
                .tensors.size(),
            1U);
}

TEST(LogReader, TakesALastLineWithoutLineEnd) {
  const std::string log = constant("x");
  EXPECT_EQ(trace_of(log.substr(0, log.size() - 1)).tensors.size(), 1U);
}

TEST(LogReader, IgnoresFieldsThatItDoesNotKnow) {
  const std::string line = R"({"INSTRUCTION":"RELEASE","DEVICE":{"a":[1.5]},"NAME":"x","TIME":"?"})"
                           "\n";
  EXPECT_EQ(trace_of(x + line).steps[2].kind, StepKind::release);
}

TEST(LogReader, TakesEscapesInNames) {
  const Trace trace = trace_of(constant("a\\u0041\\n") + release("aA\\u000a"));
  EXPECT_EQ(trace.label(0), "aA\n");
  EXPECT_EQ(trace.steps[2].kind, StepKind::release);
}

TEST(LogReader, TakesEmptyNames) { EXPECT_EQ(trace_of(constant("")).label(0), ""); }

TEST(LogReader, ReadsLongLines) {
  const std::vector<std::string> args(100000, "x");
  const Trace trace = trace_of(x + call(args, "y") + call({"y"}, std::string(400000, 'z')));
  EXPECT_EQ(trace.calls[1].args, 100000U);
  EXPECT_EQ(trace.label(2).size(), 400000U);
}

TEST(LogReader, ReadsLinesAcrossBufferEnds) {
  std::string log;
  for (int i = 0; i < 20000; ++i) log += constant("n" + std::to_string(i));
  const Trace trace = trace_of(log);
  ASSERT_EQ(trace.tensors.size(), 20000U);
  EXPECT_EQ(trace.label(19999), "n19999");
}

TEST(LogReader, WithoutStartReadsFromTheFirstLine) {
  const LogReadResult result = read_log_text(x + annotate("BACKWARD") + release("x"), "log");
  EXPECT_FALSE(result.has_start);
  EXPECT_EQ(result.trace.steps.size(), 3U);
}

TEST(LogReader, SkipsUpToTheFirstStart) {
  const LogReadResult result =
      read_log_text(x + call({"x"}, "y") + start() + constant("x", "5") + release("x"), "log");
  EXPECT_TRUE(result.has_start);
  ASSERT_EQ(result.trace.tensors.size(), 1U);
  EXPECT_EQ(result.trace.tensors[0].size, 5);
}

TEST(LogReader, ALaterStartIsAnAnnotationLikeAnyOther) {
  const LogReadResult result = read_log_text(start() + x + start() + release("x"), "log");
  EXPECT_TRUE(result.has_start);
  EXPECT_EQ(result.trace.steps.size(), 3U);
  EXPECT_EQ(message_of(start() + call_line({}, {"y"}) + start()),
            "log:3: ANNOTATE where the MEMORY line of 'y' belongs");
}

TEST(LogReader, StartInsideAGroupBeginsAnew) {
  EXPECT_EQ(trace_of(call_line({}, {"y"}) + start() + x).tensors.size(), 1U);
}

struct Harmless {
  std::string name;
  std::string lines;  // wrong, but no matter in front of START
};

std::ostream& operator<<(std::ostream& out, const Harmless& lines) { return out << lines.name; }

class BeforeStartTest : public ::testing::TestWithParam<Harmless> {};

TEST_P(BeforeStartTest, DoesNotMatter) {
  EXPECT_EQ(trace_of(GetParam().lines + x + start() + x).tensors.size(), 1U);
}

TEST_P(BeforeStartTest, MattersWithoutStart) {
  EXPECT_EQ(message_of(GetParam().lines + x + x).substr(0, 6), "log:1:");
}

INSTANTIATE_TEST_SUITE_P(Lines, BeforeStartTest,
                         ::testing::Values(Harmless{"undefined", call({"q"}, "y")},
                                           Harmless{"missing_field", R"({"INSTRUCTION":"CALL"})"
                                                                     "\n"},
                                           Harmless{"wrong_type",
                                                    R"({"INSTRUCTION":"RELEASE","NAME":1})"
                                                    "\n"},
                                           Harmless{"number", call({}, "y", "1", "-1", "1.5")},
                                           Harmless{"group", memory("x", "1")},
                                           Harmless{"no_results", call_line({}, {})}),
                         [](const auto& info) { return info.param.name; });

TEST(LogReader, LinesBeforeStartMustBeInstructions) {
  EXPECT_EQ(message_of("{\n" + start() + x), "log:1: malformed JSON: '{'");
  EXPECT_EQ(message_of(R"({"INSTRUCTION":"FREE"})"
                       "\n" +
                       start() + x),
            "log:1: unknown INSTRUCTION 'FREE'");
  EXPECT_EQ(message_of(call({"q"}, "y") + "?\n" + start() + x), "log:4: malformed JSON: '?'");
}

TEST(LogReader, TellsTheFirstOfSeveralProblems) {
  EXPECT_EQ(message_of(x + call({"q"}, "y") + x + call({"r"}, "y")),
            "log:3: argument 'q' is undefined");
}

// Notes what it is given, and refuses what its test asks it to refuse.
class NotingSink final : public InstructionSink {
 public:
  void restart() override { notes.emplace_back("restart"); }
  void add(const Instruction& instruction) override {
    if (instruction.name == refused) throw InputError("refused");
    notes.push_back(instruction.name);
    last = instruction;
  }
  void end() override { notes.emplace_back("end"); }

  std::string refused = "nothing";
  std::vector<std::string> notes;
  Instruction last;
};

using Notes = std::vector<std::string>;

TEST(ReadInstructions, GivesThemInOrder) {
  NotingSink sink;
  EXPECT_FALSE(read_instructions_text(call_line({"a", "b"}, {"y", "z"}, "12") + memory("y", "3") +
                                          alias("y", "-1") + memory("z", "4") + alias("z", "1"),
                                      "log", sink));
  EXPECT_EQ(sink.notes, (Notes{"f", "end"}));
  const Instruction expected{.kind = InstructionKind::call,
                             .name = "f",
                             .source = "",
                             .args = {"a", "b"},
                             .outputs = {{"y", 3, -1}, {"z", 4, 1}},
                             .mutated = {},
                             .cost = 12};
  EXPECT_EQ(sink.last, expected);
}

TEST(ReadInstructions, LeavesNothingOfTheInstructionBefore) {
  NotingSink sink;
  read_instructions_text(call({"a"}, "y") + mutate({"a"}, "[0]") + copy("b", "a") + release("r"),
                         "log", sink);
  Instruction expected;
  expected.kind = InstructionKind::release;
  expected.name = "r";
  EXPECT_EQ(sink.last, expected);
}

TEST(ReadInstructions, RestartsAtStart) {
  NotingSink sink;
  EXPECT_TRUE(read_instructions_text(
      release("a") + start() + release("b") + start() + annotate("BACKWARD"), "log", sink));
  EXPECT_EQ(sink.notes, (Notes{"a", "restart", "b", "START", "BACKWARD", "end"}));
}

TEST(ReadInstructions, AddsNothingBetweenAProblemAndStart) {
  NotingSink sink;
  sink.refused = "a";
  EXPECT_TRUE(
      read_instructions_text(release("a") + release("b") + start() + release("c"), "log", sink));
  EXPECT_EQ(sink.notes, (Notes{"restart", "c", "end"}));
}

TEST(ReadInstructions, PutsThePositionInFront) {
  NotingSink sink;
  sink.refused = "b";
  try {
    read_instructions_text(start() + release("a") + release("b"), "log", sink);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "log:3: refused");
  }
}

// The published and synthetic logs, which are not part of the repository.
fs::path shared_folder() {
  const char* folder = std::getenv("REMATFUZZ_SHARED");
  return folder != nullptr ? folder : REMATFUZZ_SHARED_DIR;
}

// Reads all logs of a folder and says how many there are.
int read_all(const fs::path& folder) {
  int logs = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".log") continue;
    const LogReadResult result = read_log(entry.path().string());
    EXPECT_TRUE(result.has_start) << entry.path();
    EXPECT_FALSE(result.trace.calls.empty()) << entry.path();
    ++logs;
  }
  return logs;
}

TEST(SharedLogs, ReadsThePublishedLogs) {
  const fs::path folder = shared_folder() / "traces";
  if (!fs::exists(folder)) GTEST_SKIP() << "no published logs in " << folder;
  EXPECT_EQ(read_all(folder), 8);
}

TEST(SharedLogs, ReadsTheSyntheticLogs) {
  const fs::path folder = shared_folder() / "synthetic";
  if (!fs::exists(folder)) GTEST_SKIP() << "no synthetic logs in " << folder;
  EXPECT_GT(read_all(folder), 0);
}

}  // namespace
}  // namespace rematfuzz::testing
