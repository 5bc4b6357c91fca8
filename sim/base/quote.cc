#include "sim/base/quote.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace rematfuzz {

namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // false: `code` is a byte that does not belong to well-formed UTF-8
};

std::uint32_t byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

std::size_t sequence_length(std::uint32_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

// Overlong forms, surrogates and what lies beyond Unicode are not characters.
bool in_range(std::uint32_t code, std::size_t bytes) {
  if (bytes == 3) return code >= 0x800 && (code < 0xd800 || code > 0xdfff);
  if (bytes == 4) return code >= 0x10000 && code <= 0x10ffff;
  return true;
}

// The character at the front of `text`. REQUIRES: text is not empty.
Character first_character(std::string_view text) {
  const std::uint32_t lead = byte_at(text, 0);
  const Character broken{lead, 1, false};
  const std::size_t bytes = sequence_length(lead);
  if (bytes == 0 || bytes > text.size()) return broken;
  std::uint32_t code = bytes == 1 ? lead : lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return broken;
    code = (code << 6) | (byte_at(text, i) & 0x3f);
  }
  return in_range(code, bytes) ? Character{code, bytes, true} : broken;
}

// Control characters, line separators, direction marks, zero-width characters.
bool is_invisible(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

void append_escaped(std::string& out, const Character& character, std::string_view bytes) {
  if (!character.valid) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", character.code);
  } else if (character.code == '\n') {
    out += "\\n";
  } else if (character.code == '\t') {
    out += "\\t";
  } else if (character.code == '\r') {
    out += "\\r";
  } else if (is_invisible(character.code)) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", character.code);
  } else {
    out += bytes;
  }
}

// The escaped form of the first `limit` characters of `text`; takes them off `text`.
std::string take_printable(std::string_view& text, std::size_t limit) {
  std::string out;
  for (std::size_t count = 0; count < limit && !text.empty(); ++count) {
    const Character character = first_character(text);
    append_escaped(out, character, text.substr(0, character.bytes));
    text.remove_prefix(character.bytes);
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return take_printable(text, text.size()); }

std::string quote(std::string_view text) {
  const std::string shown = take_printable(text, longest_quote);
  return fmt::format("'{}{}'", shown, text.empty() ? "" : "...");
}

}  // namespace rematfuzz
