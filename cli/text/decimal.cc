#include "cli/text/decimal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cli/text/digit.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

constexpr int most_digits = 15;  // any such number, scaled by another, fits into 63 bits
constexpr std::int64_t most_points = 1'000'000;

Decimal with_decimals(Decimal value, int decimals) {
  for (; value.decimals < decimals; ++value.decimals)
    if (__builtin_mul_overflow(value.units, 10, &value.units))
      throw InputError("the grid's numbers have too many digits together");
  return value;
}

}  // namespace

std::string Decimal::text() const {
  std::string digits = fmt::format("{:0{}}", units, decimals + 1);
  if (decimals > 0) digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".");
  return digits;
}

double Decimal::nearest() const { return std::strtod(text().c_str(), nullptr); }

Decimal parse_decimal(std::string_view text) {
  Decimal value;
  int digits = 0;
  bool empty = true;
  bool point = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    // Zeros in front of a number are none of its digits.
    if (point || c != '0' || value.units > 0) ++digits;
    if (!is_digit(c) || digits > most_digits)
      throw InputError(fmt::format("{} is not a decimal number of at most {} digits, such as 0.25",
                                   quote(text), most_digits));
    value.units = value.units * 10 + (c - '0');
    if (point) ++value.decimals;
    empty = false;
  }
  if (empty) throw InputError(fmt::format("{} is not a decimal number, such as 0.25", quote(text)));
  return value;
}

std::vector<Decimal> decimal_grid(Decimal from, Decimal to, Decimal step) {
  const int decimals = std::max({from.decimals, to.decimals, step.decimals});
  const int shown = std::max(from.decimals, step.decimals);
  from = with_decimals(from, decimals);
  to = with_decimals(to, decimals);
  step = with_decimals(step, decimals);
  if (step.units == 0) throw InputError("the step is 0");
  if (to.units < from.units)
    throw InputError(
        fmt::format("the grid ends at {}, before it starts at {}", to.text(), from.text()));
  const std::int64_t points = (to.units - from.units) / step.units + 1;
  if (points > most_points)
    throw InputError(fmt::format("{} points are too many; the most is {}", points, most_points));
  std::vector<Decimal> grid;
  grid.reserve(static_cast<std::size_t>(points));
  for (std::int64_t i = 0; i < points; ++i) {
    Decimal value{from.units + i * step.units, decimals};
    // Only `to` can have more decimals than the points; what it adds to them is zeros.
    for (; value.decimals > shown; --value.decimals) value.units /= 10;
    grid.push_back(value);
  }
  return grid;
}

}  // namespace rematfuzz::cli
