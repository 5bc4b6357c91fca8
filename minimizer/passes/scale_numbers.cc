// All sizes are divided by one number, or all costs.
#include <numeric>

#include "minimizer/numbers.h"
#include "minimizer/passes/passes.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::Program;

enum Level : std::size_t { halve_up, halve, tenth, thousandth, by_common_divisor, level_count };

std::size_t levels(const Program&) { return level_count; }

std::size_t places(const Program&, std::size_t) { return number_kinds; }

std::int64_t common_divisor(const Program& program, NumberKind kind) {
  std::int64_t divisor = 0;
  for (const std::int64_t number : distinct_numbers(program, kind))
    divisor = std::gcd(divisor, number);
  return divisor;
}

std::int64_t divisor_of(const Program& program, std::size_t level, NumberKind kind) {
  switch (level) {
    case by_common_divisor:
      return common_divisor(program, kind);
    case thousandth:
      return 1000;
    case tenth:
      return 10;
    default:
      return 2;
  }
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const auto kind = static_cast<NumberKind>(place);
  const std::int64_t divisor = divisor_of(program, level, kind);
  if (divisor < 2) return std::nullopt;
  Program made = program;
  bool changed = false;
  for_each_number(made, [&](std::int64_t& number, NumberKind of) {
    if (of != kind) return;
    const std::int64_t before = number;
    number = number / divisor + (level != halve && number % divisor != 0 ? 1 : 0);
    changed = changed || number != before;
  });
  if (!changed) return std::nullopt;
  return made;
}

}  // namespace

Pass scale_numbers() {
  return {.name = "scale-numbers",
          .says = "divide all sizes, or all costs, by what divides them, 1000, 10 and 2",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
