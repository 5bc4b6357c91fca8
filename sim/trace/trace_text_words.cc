#include "sim/trace/trace_text_words.h"

#include <algorithm>
#include <array>

namespace rematfuzz {

namespace {

constexpr std::array<std::string_view, 11> keywords = {
    "annotate", "argument", "changes", "constant", "cost", "holding",
    "mutate",   "of",       "release", "size",     "view"};

bool begins_word(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '.' || c == '$' ||
         c == '%' || c == '/';
}

}  // namespace

bool continues_word(char c) { return begins_word(c) || (c >= '0' && c <= '9') || c == '-'; }

std::size_t word_length(std::string_view text) {
  if (text.empty() || !begins_word(text[0])) return 0;
  std::size_t length = 1;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (continues_word(text[i]))
      length = i + 1;
    else if (text[i] != ':')
      break;
  }
  return length;
}

bool is_word(std::string_view text) { return !text.empty() && word_length(text) == text.size(); }

bool is_keyword(std::string_view word) {
  return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

}  // namespace rematfuzz
