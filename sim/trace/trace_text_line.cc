#include "sim/trace/trace_text_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/trace_text_words.h"

namespace rematfuzz {

namespace {

std::string shown(const Token& token) {
  return token.kind == TokenKind::end ? "the end of the line" : quote(token.text);
}

[[noreturn]] void fail(std::string_view wanted, const Token& got) {
  throw InputError(fmt::format("expected {}, got {}", wanted, shown(got)));
}

bool is_named(const Token& token) {
  return token.kind == TokenKind::word || token.kind == TokenKind::string;
}

}  // namespace

bool TraceTextLine::read(std::string_view line, Instruction& instruction) {
  lexer_.begin(line);
  if (lexer_.next().kind == TokenKind::end) return false;
  instruction = {};
  read_instruction(instruction);
  return true;
}

void TraceTextLine::read_instruction(Instruction& made) {
  const Token first = lexer_.take();
  if (!is_named(first)) fail("an instruction", first);
  if (lexer_.next().is_mark("(")) return read_call(made, first);
  if (first.is_word("release")) return read_release(made);
  if (first.is_word("annotate")) return read_annotate(made);
  if (first.is_word("mutate")) return read_mutate(made);
  if (lexer_.next().is_mark(":=")) return read_copy_from(made, first);
  read_binding(made, first);
}

void TraceTextLine::read_release(Instruction& made) {
  made.kind = InstructionKind::release;
  made.name = take_name();
  expect_end("");
}

void TraceTextLine::read_annotate(Instruction& made) {
  made.kind = InstructionKind::annotate;
  made.name = take_name();
  expect_end("");
}

void TraceTextLine::read_mutate(Instruction& made) {
  made.kind = InstructionKind::mutate;
  made.name = operator_of(lexer_.take());
  read_args(made);
  if (take_keyword("changes")) read_changes(made);
  read_cost(made);
}

void TraceTextLine::read_binding(Instruction& made, const Token& first) {
  made.outputs.emplace_back().name = name_of(first);
  if (!lexer_.next().is_mark(",") && !lexer_.next().is_mark("="))
    fail("'=', ':=', ',' or '('", lexer_.next());
  while (take_mark(",")) made.outputs.emplace_back().name = take_name();
  expect_mark("=");
  const Token source = lexer_.take();
  if (lexer_.next().is_mark("(")) return read_call(made, source);
  if (made.outputs.size() > 1) fail("'('", is_named(source) ? lexer_.next() : source);
  if (source.is_word("constant")) return read_constant(made);
  read_copy(made, source);
}

void TraceTextLine::read_copy_from(Instruction& made, const Token& first) {
  made.kind = InstructionKind::copy_from;
  made.name = name_of(first);
  expect_mark(":=");
  made.source = take_name();
  expect_end("");
}

void TraceTextLine::read_constant(Instruction& made) {
  made.kind = InstructionKind::constant;
  expect_keyword("size");
  made.outputs[0].memory = take_number("a size in bytes");
  expect_end("");
}

void TraceTextLine::read_copy(Instruction& made, const Token& source) {
  made.kind = InstructionKind::copy;
  made.name = std::move(made.outputs[0].name);
  made.outputs.clear();
  made.source = name_of(source);
  expect_end("'(' or ");
}

void TraceTextLine::read_call(Instruction& made, const Token& op) {
  made.kind = InstructionKind::call;
  made.name = operator_of(op);
  read_args(made);
  read_sizes(made);
  read_cost(made);
}

void TraceTextLine::read_args(Instruction& made) {
  expect_mark("(");
  if (take_mark(")")) return;
  do made.args.push_back(take_name());
  while (take_mark(","));
  if (!take_mark(")")) fail("',' or ')'", lexer_.next());
}

void TraceTextLine::read_sizes(Instruction& made) {
  if (made.outputs.empty() && !lexer_.next().is_word("size")) return;
  expect_keyword("size");
  std::size_t sizes = 0;
  do {
    OutputSpec spec = take_spec(made);
    if (sizes < made.outputs.size()) {
      spec.name = std::move(made.outputs[sizes].name);
      made.outputs[sizes] = std::move(spec);
    }
    ++sizes;
  } while (take_mark(","));
  if (sizes != made.outputs.size())
    throw InputError(fmt::format("different numbers of outputs ({}) and sizes ({})",
                                 made.outputs.size(), sizes));
}

void TraceTextLine::read_changes(Instruction& made) {
  do made.mutated.push_back(take_changed(made));
  while (take_mark(","));
}

void TraceTextLine::read_cost(Instruction& made) {
  if (!take_keyword("cost")) return expect_end("'cost' or ");
  made.cost = take_number("a cost in nanoseconds");
  expect_end("");
}

OutputSpec TraceTextLine::take_spec(const Instruction& call) {
  OutputSpec spec;
  if (!take_keyword("view")) {
    spec.memory = take_number("a size in bytes or 'view'");
    return spec;
  }
  expect_keyword("of");
  spec.alias = take_viewed(call);
  if (take_keyword("holding")) spec.memory = take_number("a size in bytes");
  return spec;
}

std::int64_t TraceTextLine::take_viewed(const Instruction& call) {
  const std::int64_t index = take_argument(call);
  if (static_cast<std::uint64_t>(index) >= call.args.size())
    throw InputError(fmt::format("argument {} is out of range: {} has {} arguments", index,
                                 quote(call.name), call.args.size()));
  return index;
}

std::uint32_t TraceTextLine::take_changed(const Instruction& mutate) {
  const std::int64_t index = take_argument(mutate);
  if (index > std::numeric_limits<std::uint32_t>::max())
    throw InputError(fmt::format("argument {} is out of range", index));
  return static_cast<std::uint32_t>(index);
}

std::int64_t TraceTextLine::take_argument(const Instruction& instruction) {
  if (take_keyword("argument")) return take_number("an argument's number");
  const std::string name = take_name();
  const auto found = std::find(instruction.args.begin(), instruction.args.end(), name);
  if (found == instruction.args.end())
    throw InputError(fmt::format("{} is no argument of {}", quote(name), quote(instruction.name)));
  return found - instruction.args.begin();
}

std::int64_t TraceTextLine::take_number(std::string_view wanted) {
  const Token token = lexer_.take();
  if (token.kind != TokenKind::number || token.text[0] == '-') fail(wanted, token);
  std::int64_t number = 0;
  const char* begin = token.text.data();
  const char* end = begin + token.text.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (stop != end) fail(wanted, token);
  if (error != std::errc())
    throw InputError(fmt::format("a number that is out of range: {}", quote(token.text)));
  return number;
}

bool TraceTextLine::take_mark(std::string_view mark) {
  const bool there = lexer_.next().is_mark(mark);
  if (there) lexer_.take();
  return there;
}

bool TraceTextLine::take_keyword(std::string_view keyword) {
  const bool there = lexer_.next().is_word(keyword);
  if (there) lexer_.take();
  return there;
}

void TraceTextLine::expect_mark(std::string_view mark) {
  if (!take_mark(mark)) fail(quote(mark), lexer_.next());
}

void TraceTextLine::expect_keyword(std::string_view keyword) {
  if (!take_keyword(keyword)) fail(quote(keyword), lexer_.next());
}

void TraceTextLine::expect_end(std::string_view wanted) {
  if (lexer_.next().kind != TokenKind::end)
    fail(fmt::format("{}the end of the line", wanted), lexer_.next());
}

std::string TraceTextLine::name_of(const Token& token) {
  if (!is_named(token)) fail("a name", token);
  if (token.kind == TokenKind::word && is_keyword(token.text))
    throw InputError(fmt::format(
        "expected a name, got {}: a name like this keyword stands in quotes", quote(token.text)));
  return token.name;
}

std::string TraceTextLine::operator_of(const Token& token) {
  if (!is_named(token)) fail("an operator", token);
  return token.name;
}

}  // namespace rematfuzz
