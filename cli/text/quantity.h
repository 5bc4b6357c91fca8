// Amounts of memory and ratios as people write and read them.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/types.h"

namespace rematfuzz::cli {

// "1.5GiB", "900MB", "64 KiB", "1024": decimal and binary units up to T, in any case, whole bytes
// rounded down. Throws InputError, naming the text and what is wrong with it.
Bytes parse_bytes(std::string_view text);

// "1.460 GiB": about four significant digits, as many for all amounts of a size, for reading.
std::string show_bytes(Bytes bytes);

// "1,016,179,094".
std::string show_count(std::uint64_t count);

// "648.9 ms": likewise.
std::string show_time(Nanos time);

}  // namespace rematfuzz::cli
