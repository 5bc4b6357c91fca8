// Cuts a line of a trace text's program into tokens.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace rematfuzz {

enum class TokenKind : std::uint8_t {
  word,
  string,  // in double quotes
  number,  // what starts like a number; whether it is one is for the reader to say
  mark,    // ( ) , = := and anything that has no place in the language
  end,     // of the line, or of what a comment leaves of it
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // as it stands in the line
  std::string name;       // of a word or a string: what it names

  bool is_mark(std::string_view mark) const { return kind == TokenKind::mark && text == mark; }
  bool is_word(std::string_view word) const { return kind == TokenKind::word && text == word; }
};

// One object serves all lines of a text: it keeps its memory. InputErrors say what is wrong, not
// where.
class TraceTextLexer {
 public:
  // Begins a line. REQUIRES: line_padding readable bytes follow it, and it stays in place while
  // its tokens are used. Throws InputError as take() does.
  void begin(std::string_view line);

  // The token that comes next.
  const Token& next() const { return next_; }

  // Takes it; at the end of the line there is always another end. Throws InputError where the token
  // behind it is a string that is not closed or that JSON does not allow.
  Token take();

 private:
  void advance();
  void set(TokenKind kind, std::size_t length);
  void set_string();

  simdjson::dom::parser parser_;
  std::string_view rest_;  // behind next_
  Token next_;
};

}  // namespace rematfuzz
