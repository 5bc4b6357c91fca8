#include "sim/trace/trace_text_lexer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/trace_text_words.h"

namespace rematfuzz {

namespace {

constexpr std::string_view blanks = " \t\r";

bool begins_number(char c) { return (c >= '0' && c <= '9') || c == '-'; }

std::size_t number_length(std::string_view text) {
  const auto stop = std::find_if_not(text.begin(), text.end(), continues_word);
  return static_cast<std::size_t>(stop - text.begin());
}

// With both quotes. REQUIRES: text starts with the first.
std::size_t string_length(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  throw InputError("a string is not closed: " + quote(text));
}

std::size_t mark_length(std::string_view text) {
  if (text.starts_with(":=")) return 2;
  if (std::string_view("(),=").find(text[0]) != std::string_view::npos) return 1;
  return std::min(text.find_first_of(blanks), text.size());
}

}  // namespace

void TraceTextLexer::begin(std::string_view line) {
  rest_ = line;
  advance();
}

Token TraceTextLexer::take() {
  Token taken = std::move(next_);
  advance();
  return taken;
}

void TraceTextLexer::advance() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
  next_.name.clear();
  if (rest_.empty() || rest_[0] == '#') {
    rest_ = {};
    return set(TokenKind::end, 0);
  }
  if (rest_[0] == '"') return set_string();
  if (begins_number(rest_[0])) return set(TokenKind::number, number_length(rest_));
  const std::size_t word = word_length(rest_);
  if (word == 0) return set(TokenKind::mark, mark_length(rest_));
  set(TokenKind::word, word);
  next_.name = next_.text;
}

void TraceTextLexer::set(TokenKind kind, std::size_t length) {
  next_.kind = kind;
  next_.text = rest_.substr(0, length);
  rest_.remove_prefix(length);
}

void TraceTextLexer::set_string() {
  set(TokenKind::string, string_length(rest_));
  constexpr bool copy_for_padding = false;  // the line is padded
  std::string_view name;
  const auto error =
      parser_.parse(next_.text.data(), next_.text.size(), copy_for_padding).get(name);
  if (error != simdjson::SUCCESS)
    throw InputError("a string that JSON does not allow: " + quote(next_.text));
  next_.name = name;
}

}  // namespace rematfuzz
