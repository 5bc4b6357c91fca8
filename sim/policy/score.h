// Scores, compared as the reference compares them.
//
// A quotient of integers counts as the correctly rounded double of its exact value, so two
// different quotients can tie; a tie goes to the later storage. An undivided cost is an integer.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

#include "sim/base/fault.h"
#include "sim/base/types.h"

namespace rematfuzz {

// numerator / (denominator * factor). A denominator that is not positive makes it +infinity.
struct Quotient {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  std::int64_t factor = 1;

  bool infinite() const { return denominator <= 0 || factor <= 0; }
};

// The double nearest to the exact value (ties to even).
double rounded(const Quotient& quotient);

inline bool is_zero(const Quotient& quotient) {
  return quotient.numerator == 0 && !quotient.infinite();
}
inline bool is_zero(std::int64_t cost) { return cost == 0; }

// A double within 2.5 units in the last place of the exact value: three conversions, a product, a
// division.
inline double approximate(const Quotient& quotient) {
  if (quotient.infinite()) return std::numeric_limits<double>::infinity();
  return static_cast<double>(quotient.numerator) /
         (static_cast<double>(quotient.denominator) * static_cast<double>(quotient.factor));
}
inline double approximate(std::int64_t cost) { return static_cast<double>(cost); }

// The smallest score so far; starts at +infinity.
template <class Score>
class Smallest;

template <>
class Smallest<std::int64_t> {
 public:
  // How `cost` compares with the smallest so far.
  std::weak_ordering compare(std::int64_t cost) const {
    return any_ ? std::weak_ordering(cost <=> best_) : std::weak_ordering::less;
  }
  void set(std::int64_t cost) {
    any_ = true;
    best_ = cost;
  }
  // Whether `cost` is at most the smallest so far, which it then becomes.
  bool admit(std::int64_t cost) {
    if (compare(cost) > 0) return false;
    set(cost);
    return true;
  }

 private:
  bool any_ = false;
  std::int64_t best_ = 0;
};

// Exact rounding is slow where products pass 2^53. It is needed only where two quotients are nearly
// equal: outside a margin of 2^-49 the approximate value decides.
template <>
class Smallest<Quotient> {
 public:
  std::weak_ordering compare(const Quotient& quotient) const {
    const double value = approximate(quotient);
    if (value > above_) return std::weak_ordering::greater;
    if (value < below_) return std::weak_ordering::less;
    const double exact = rounded(quotient);
    const double best = rounded(best_);
    return exact > best   ? std::weak_ordering::greater
           : exact < best ? std::weak_ordering::less
                          : std::weak_ordering::equivalent;
  }
  void set(const Quotient& quotient) {
    const double value = approximate(quotient);
    best_ = quotient;
    if (planted(Fault::margins_are_none)) {
      above_ = below_ = value;
      return;
    }
    const double margin = value < 0 ? -value * relative_margin : value * relative_margin;
    // An infinite best keeps an infinite margin out: infinity - infinity is no number.
    above_ = quotient.infinite() ? value : value + margin;
    below_ = quotient.infinite() ? value : value - margin;
  }
  bool admit(const Quotient& quotient) {
    if (compare(quotient) > 0) return false;
    set(quotient);
    return true;
  }

 private:
  static constexpr double relative_margin = 0x1p-49;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  Quotient best_{.numerator = 0, .denominator = 0, .factor = 0};
  double above_ = infinity;
  double below_ = infinity;
};

}  // namespace rematfuzz
