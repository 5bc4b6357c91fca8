#include "sim/policy/score.h"

#include <bit>
#include <cmath>

namespace rematfuzz {

namespace {

int bit_width(UInt128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
}

// numerator / denominator, both positive, denominator below 2^126: long division to 53 bits, with
// one bit more and the remainder to round by.
double rounded_ratio(std::uint64_t numerator, UInt128 denominator) {
  // Align so that the leading bit of the quotient comes first: n * 2^-shift / d is in [1, 2).
  UInt128 rest = numerator;
  int shift = bit_width(rest) - bit_width(denominator);
  if (shift < 0)
    rest <<= -shift;
  else
    denominator <<= shift;
  if (rest < denominator) {
    rest <<= 1;
    --shift;
  }
  std::uint64_t bits = 0;
  constexpr int precision = 54;  // 53 and a rounding bit
  for (int i = 0; i < precision; ++i) {
    bits <<= 1;
    if (rest >= denominator) {
      rest -= denominator;
      bits |= 1;
    }
    rest <<= 1;
  }
  const bool half = (bits & 1) != 0;
  bits >>= 1;
  if (half && (rest != 0 || (bits & 1) != 0)) ++bits;
  return std::ldexp(static_cast<double>(bits), shift - (precision - 2));
}

}  // namespace

double rounded(const Quotient& quotient) {
  if (quotient.infinite()) return std::numeric_limits<double>::infinity();
  if (quotient.numerator == 0) return 0.0;
  const bool negative = quotient.numerator < 0;
  const auto magnitude = negative
                             ? std::uint64_t{0} - static_cast<std::uint64_t>(quotient.numerator)
                             : static_cast<std::uint64_t>(quotient.numerator);
  const UInt128 denominator =
      static_cast<UInt128>(quotient.denominator) * static_cast<UInt128>(quotient.factor);
  // Integers up to 2^53 are exact doubles, and the division of two doubles rounds correctly.
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;
  const double value = magnitude <= exact && denominator <= exact
                           ? static_cast<double>(magnitude) / static_cast<double>(denominator)
                           : rounded_ratio(magnitude, denominator);
  return negative ? -value : value;
}

}  // namespace rematfuzz
