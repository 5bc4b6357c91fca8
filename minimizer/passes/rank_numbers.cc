// All sizes become their ranks, or all costs: 1 for the smallest, 2 for the next; 0 stays. Or the
// powers of two below them.
#include "minimizer/numbers.h"
#include "minimizer/passes/passes.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::Program;

// Level 1: ranks, level 0: the powers of two that are not larger.
std::size_t levels(const Program&) { return 2; }

std::size_t places(const Program&, std::size_t) { return number_kinds; }

std::int64_t power_below(std::int64_t number) {
  std::int64_t power = 1;
  while (power <= number / 2) power *= 2;
  return power;
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const auto kind = static_cast<NumberKind>(place);
  const std::vector<std::int64_t> numbers = distinct_numbers(program, kind);
  Program made = program;
  bool changed = false;
  for_each_number(made, [&](std::int64_t& number, NumberKind of) {
    if (of != kind || number == 0) return;
    const std::int64_t before = number;
    number = level == 1 ? numbers.end() - std::ranges::find(numbers, number) : power_below(number);
    changed = changed || number != before;
  });
  if (!changed) return std::nullopt;
  return made;
}

}  // namespace

Pass rank_numbers() {
  return {.name = "rank-numbers",
          .says = "put ranks in the place of all sizes, or of all costs; or powers of two",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
