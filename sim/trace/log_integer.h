// Integers as a trace log writes them: JSON integers, or strings of decimal digits.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>

namespace rematfuzz {

// Puts the integer that `value` states into `number` and returns an empty text; or says what is
// wrong, to be put behind a description of the value: " is not an integer: '1_0'". A string holds
// decimal digits, after an optional minus sign, and nothing else.
std::string read_integer(const simdjson::dom::element& value, std::int64_t& number);

// "an array", "a number" and so on.
const char* json_type_name(const simdjson::dom::element& value);

}  // namespace rematfuzz
