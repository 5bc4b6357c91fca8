#include "sim/trace/json_string.h"

#include <iterator>

namespace rematfuzz {

namespace {

void append_escape(fmt::memory_buffer& line, std::string_view escape) {
  line.append(escape.data(), escape.data() + escape.size());
}

void append_escaped(fmt::memory_buffer& line, char c) {
  switch (c) {
    case '"':
      return append_escape(line, "\\\"");
    case '\\':
      return append_escape(line, "\\\\");
    case '\b':
      return append_escape(line, "\\b");
    case '\f':
      return append_escape(line, "\\f");
    case '\n':
      return append_escape(line, "\\n");
    case '\r':
      return append_escape(line, "\\r");
    case '\t':
      return append_escape(line, "\\t");
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x20)
    fmt::format_to(std::back_inserter(line), "\\u{:04x}", code);
  else
    line.push_back(c);
}

}  // namespace

void append_json_string(fmt::memory_buffer& line, std::string_view text) {
  line.push_back('"');
  for (const char c : text) append_escaped(line, c);
  line.push_back('"');
}

}  // namespace rematfuzz
