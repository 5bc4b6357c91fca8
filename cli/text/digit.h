// Digits, whatever the locale.
#pragma once

namespace rematfuzz::cli {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace rematfuzz::cli
