// Strings as JSON writes them.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace rematfuzz {

// Appends `text`, taken as UTF-8 as it is, in double quotes, with escapes for what may not stand
// there: quotes, backslashes and control characters.
void append_json_string(fmt::memory_buffer& line, std::string_view text);

}  // namespace rematfuzz
