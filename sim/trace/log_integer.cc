#include "sim/trace/log_integer.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "sim/base/quote.h"

namespace rematfuzz {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

std::string read_decimal(std::string_view digits, std::int64_t& number) {
  const char* begin = digits.data();
  const char* end = begin + digits.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error == std::errc::invalid_argument || stop != end)
    return fmt::format(" is not an integer: {}", quote(digits));
  if (error == std::errc::result_out_of_range)
    return fmt::format(" is out of range: {}", quote(digits));
  return {};
}

}  // namespace

std::string read_integer(const element& value, std::int64_t& number) {
  switch (value.type()) {
    case element_type::INT64:
      number = value.get_int64().value_unsafe();
      return {};
    case element_type::UINT64:
      return fmt::format(" is out of range: {}", value.get_uint64().value_unsafe());
    case element_type::STRING:
      return read_decimal(value.get_string().value_unsafe(), number);
    case element_type::DOUBLE:
      return " is not an integer: a number with a fraction or an exponent";
    default:
      return fmt::format(" is {}, not an integer", json_type_name(value));
  }
}

const char* json_type_name(const element& value) {
  switch (value.type()) {
    case element_type::ARRAY:
      return "an array";
    case element_type::OBJECT:
      return "an object";
    case element_type::STRING:
      return "a string";
    case element_type::BOOL:
      return "a truth value";
    case element_type::NULL_VALUE:
      return "null";
    default:
      return "a number";
  }
}

}  // namespace rematfuzz
