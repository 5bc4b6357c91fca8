// Spans of time as people write and read them.
#pragma once

#include <string>
#include <string_view>

namespace rematfuzz::cli {

// "90s", "10m", "1.5h", "45": a number of seconds, minutes or hours; seconds without a unit. More
// than 0, at most 1,000 hours. Throws InputError, quoting the text.
double parse_duration(std::string_view text);

// "45 s", "12 min 05 s", "3 h 20 min".
std::string show_duration(double seconds);

}  // namespace rematfuzz::cli
