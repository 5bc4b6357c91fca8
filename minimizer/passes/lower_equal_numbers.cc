// Sizes that are equal are lowered together, and costs that are equal.
#include "minimizer/numbers.h"
#include "minimizer/passes/passes.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::Program;

constexpr std::size_t to_next = lowering_levels + 1;  // level: to the next smaller number
constexpr std::size_t above_next = lowering_levels;   // level: to one more than that

std::size_t levels(const Program&) { return to_next + 1; }

std::size_t places(const Program& program, std::size_t) {
  return distinct_numbers(program, NumberKind::size).size() +
         distinct_numbers(program, NumberKind::cost).size();
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  std::vector<std::int64_t> numbers = distinct_numbers(program, NumberKind::size);
  NumberKind kind = NumberKind::size;
  if (place >= numbers.size()) {
    place -= numbers.size();
    kind = NumberKind::cost;
    numbers = distinct_numbers(program, kind);
  }
  const std::int64_t before = numbers[place];
  const std::int64_t next = place + 1 < numbers.size() ? numbers[place + 1] : 0;
  std::int64_t after = next;
  if (level == above_next) after = next + 1;
  if (level < above_next) after = lowered(before, level);
  if (after == before) return std::nullopt;
  Program made = program;
  for_each_number(made, [&](std::int64_t& number, NumberKind of) {
    if (of == kind && number == before) number = after;
  });
  return made;
}

}  // namespace

Pass lower_equal_numbers() {
  return {.name = "lower-equal-numbers",
          .says = "lower equal sizes together, and equal costs",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
