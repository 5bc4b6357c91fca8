// Scores compare as the correctly rounded doubles of their exact values.
#include "sim/policy/score.h"

#include <vector>

#include "properties/property.h"

namespace rematfuzz::properties {

namespace {

// Numbers whose products pass 2^53, many of them nearly equal.
rc::Gen<Quotient> quotients() {
  const auto near =
      rc::gen::map(rc::gen::inRange(0, 8), [](int k) { return (std::int64_t{1} << 40) + k; });
  const auto number = rc::gen::oneOf(near, rc::gen::inRange<std::int64_t>(0, 5),
                                     rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 50));
  return rc::gen::build<Quotient>(
      rc::gen::set(&Quotient::numerator,
                   rc::gen::map(number, [](std::int64_t n) { return n + 1; })),
      rc::gen::set(&Quotient::denominator, number), rc::gen::set(&Quotient::factor, number));
}

}  // namespace

bool check_score() {
  return check("score: the smallest is the last smallest of the rounded quotients", [] {
    const auto scores = *rc::gen::container<std::vector<Quotient>>(quotients());
    Smallest<Quotient> smallest;
    double best = std::numeric_limits<double>::infinity();
    for (const Quotient& score : scores) {
      const bool expected = rounded(score) <= best;
      if (expected) best = rounded(score);
      RC_ASSERT(smallest.admit(score) == expected);
    }
  });
}

}  // namespace rematfuzz::properties
