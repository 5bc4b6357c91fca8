// Properties checked: on one case, or on random cases until one fails, which is then made small.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "properties/property.h"

namespace rematfuzz::properties {

using CaseBytes = std::vector<std::uint8_t>;

// What is wrong with the case that these bytes choose, and what the case is; nothing: the property
// holds of it.
std::optional<std::string> failure_of(const Property& property,
                                      std::span<const std::uint8_t> bytes);

struct RandomCases {
  std::uint64_t seed = 0;
  int cases = 1000;
};

struct Failure {
  CaseBytes bytes;   // as small as RapidCheck makes it
  std::string text;  // see failure_of()
};

// By RapidCheck: the first failure, if there is one.
std::optional<Failure> find_failure(const Property& property, const RandomCases& random);

// For people: what does not hold, the failure, and the line that repeats it by `program`; `more`
// are further arguments of it, with a space in front.
std::string report_of(const Property& property, const Failure& failure, const std::string& program,
                      const std::string& more = "");

// Hexadecimal digits, two a byte; "-" stands for no bytes.
std::string hex_of(std::span<const std::uint8_t> bytes);
// Throws InputError for anything else.
CaseBytes bytes_of_hex(const std::string& digits);

}  // namespace rematfuzz::properties
