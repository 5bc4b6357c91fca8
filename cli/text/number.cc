#include "cli/text/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/text/digit.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

Int128 parse_whole(std::string_view text, Int128 min, Int128 max) {
  // As many digits as any 64-bit number has, and a few zeros in front of them.
  constexpr std::size_t most_digits = 25;
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  Int128 value = 0;
  bool fits =
      !digits.empty() && digits.size() <= most_digits && std::ranges::all_of(digits, is_digit);
  if (fits) {
    for (const char c : digits) value = value * 10 + (c - '0');
    if (negative) value = -value;
    fits = value >= min && value <= max;
  }
  if (!fits)
    throw InputError(fmt::format("{} is not a whole number from {} to {}", quote(text), min, max));
  return value;
}

double parse_number(std::string_view text, double min) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool starts_right = !text.empty() && (text[0] == '.' || is_digit(text[0]));
  if (!starts_right || error != std::errc() || stop != text.data() + text.size() ||
      !std::isfinite(value) || value < min)
    throw InputError(fmt::format("{} is not a number from {} up", quote(text), min));
  return value;
}

}  // namespace rematfuzz::cli
