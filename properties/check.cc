#include "properties/check.h"

#include <fmt/format.h>

#include <exception>

#include "fuzz/choices/byte_choices.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::properties {

std::optional<std::string> failure_of(const Property& property,
                                      std::span<const std::uint8_t> bytes) {
  fuzz::ByteChoices choices(bytes);
  Account account;
  try {
    property.check(choices, account);
  } catch (const std::exception& error) {  // a Violation, or what a run must not throw
    return account.text + error.what();
  }
  return std::nullopt;
}

std::string report_of(const Property& property, const Failure& failure, const std::string& program,
                      const std::string& more) {
  return fmt::format("{} does not hold: {}\n{}\nrepeat: {} {} --case {}{}\n", property.name,
                     property.says, failure.text, program, property.name, hex_of(failure.bytes),
                     more);
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
  std::string digits;
  for (const std::uint8_t byte : bytes) digits += fmt::format("{:02x}", byte);
  return digits.empty() ? "-" : digits;
}

namespace {

std::uint8_t value_of(char digit, const std::string& digits) {
  if (digit >= '0' && digit <= '9') return static_cast<std::uint8_t>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<std::uint8_t>(digit - 'a' + 10);
  throw InputError(fmt::format("{} is no list of hexadecimal digits", quote(digits)));
}

}  // namespace

CaseBytes bytes_of_hex(const std::string& digits) {
  CaseBytes bytes;
  if (digits == "-") return bytes;
  if (digits.empty() || digits.size() % 2 != 0)
    throw InputError(fmt::format("{} is no list of pairs of hexadecimal digits", quote(digits)));
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(16 * value_of(digits[i], digits) +
                                              value_of(digits[i + 1], digits)));
  return bytes;
}

}  // namespace rematfuzz::properties
