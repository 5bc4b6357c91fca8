// Trace texts: traces as people write and read them, one line an instruction.
//
// docs/trace-text.md has the format, sim/trace/trace_text_reader.h and trace_text_writer.h read and
// write it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rematfuzz {

// Each text begins with this line; the number is the version of the format.
inline constexpr std::string_view trace_text_first_line = "rematfuzz trace 1";

// What a text says about itself in front of its program. Nothing in sim gives it a meaning.
struct TraceTextHeader {
  // Keys and values in the order in which they stand; keys may repeat. A key consists of a to z and
  // '-' and has at least one of them. A value is UTF-8 without line ends or NUL bytes, may be
  // empty, and has no blanks at its ends.
  std::vector<std::pair<std::string, std::string>> fields;

  bool operator==(const TraceTextHeader&) const = default;
};

}  // namespace rematfuzz
