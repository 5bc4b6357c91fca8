// Decimal fractions, exactly: what a ratio grid is stepped with.
//
// 0.1 + 0.001 + 0.001 in binary drifts away from 0.102; stepping in decimal and converting each
// point once gives the double that the literal 0.102 would be.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rematfuzz::cli {

// units / 10^decimals.
struct Decimal {
  std::int64_t units = 0;
  int decimals = 0;

  std::string text() const;  // with all its decimals
  double nearest() const;    // the double nearest to it
};

// Digits, optionally with a point and more digits; up to 15, not counting zeros in front. Throws
// InputError.
Decimal parse_decimal(std::string_view text);

// from, from + step, ..., up to and including `to`, all with the same number of decimals.
// Throws InputError if the step is 0, if to < from, or if there are over a million points.
std::vector<Decimal> decimal_grid(Decimal from, Decimal to, Decimal step);

}  // namespace rematfuzz::cli
