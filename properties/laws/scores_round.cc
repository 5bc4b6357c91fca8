// Scores compare as the correctly rounded doubles of their exact values.
#include <algorithm>
#include <limits>

#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/violation.h"
#include "sim/policy/score.h"

namespace rematfuzz::properties {

namespace {

// Small ones, ones whose products pass 2^53 and whose quotients are nearly equal, and any.
enum class Numbers : std::uint8_t { small, near, any };
constexpr std::uint64_t kinds_of_numbers = 3;

std::int64_t draw_number(fuzz::ChoiceSource& choices, Numbers numbers) {
  constexpr std::uint64_t large = std::uint64_t{1} << 40U;
  switch (numbers) {
    case Numbers::small:
      return static_cast<std::int64_t>(choices.draw(5));
    case Numbers::near:
      return static_cast<std::int64_t>(large + choices.draw(8));
    case Numbers::any:
      return static_cast<std::int64_t>(choices.draw(large << 10U));
  }
  return 0;
}

// Often one of the same value as `last`, in other numbers: what is approximated differs then.
Quotient draw_quotient(fuzz::ChoiceSource& choices, const Quotient& last) {
  constexpr std::uint64_t multiples = 9;
  constexpr std::int64_t most = std::int64_t{1} << 51U;
  const std::uint64_t multiple = choices.draw(2 * multiples);
  if (multiple > multiples && std::max(last.numerator, last.denominator) < most)
    return {last.numerator * static_cast<std::int64_t>(multiple - multiples),
            last.denominator * static_cast<std::int64_t>(multiple - multiples), last.factor};
  const auto numbers = static_cast<Numbers>(choices.draw(kinds_of_numbers));
  const std::int64_t numerator = draw_number(choices, numbers) + 1;
  const std::int64_t denominator = draw_number(choices, numbers);
  return {numerator, denominator, draw_number(choices, numbers)};
}

}  // namespace

void check_scores_round(fuzz::ChoiceSource& choices, Account& account) {
  constexpr std::uint64_t most_scores = 24;
  const std::uint64_t count = choices.draw(most_scores + 1);
  Smallest<Quotient> smallest;
  Quotient last{.numerator = 1};
  double best = std::numeric_limits<double>::infinity();
  for (std::uint64_t i = 0; i < count; ++i) {
    const Quotient score = draw_quotient(choices, last);
    last = score;
    account.text += fmt::format("{} / ({} * {}), rounded {}\n", score.numerator, score.denominator,
                                score.factor, rounded(score));
    const bool expected = rounded(score) <= best;
    if (expected) best = rounded(score);
    expect_equal("taken as the smallest", fmt::format("score {}", i), expected,
                 smallest.admit(score));
  }
}

}  // namespace rematfuzz::properties
