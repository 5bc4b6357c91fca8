// Foreign text inside messages: on one line, printable, and not too long.
//
// Names, lines and file names come from files that anybody may have written. A message that shows
// them must stay one line and must not send control characters to a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rematfuzz {

inline constexpr std::size_t longest_quote = 60;  // in characters

// `text` with control characters, invisible separators and bytes that are not UTF-8 replaced by
// escapes (\n, \t, \r, \u0085, \xff).
std::string printable(std::string_view text);

// printable(text) in single quotes; what passes `longest_quote` characters is cut off and marked
// by three dots.
std::string quote(std::string_view text);

}  // namespace rematfuzz
