// Sizes and costs are lowered one by one.
#include "minimizer/numbers.h"
#include "minimizer/passes/passes.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::Program;

std::size_t levels(const Program&) { return lowering_levels; }

std::size_t places(const Program& program, std::size_t) {
  std::size_t count = 0;
  for_each_number(program, [&](std::int64_t, NumberKind) { ++count; });
  return count;
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  Program made = program;
  bool changed = false;
  std::size_t index = 0;
  for_each_number(made, [&](std::int64_t& number, NumberKind) {
    if (index++ != place || number == 0) return;
    number = lowered(number, level);
    changed = true;
  });
  if (!changed) return std::nullopt;
  return made;
}

}  // namespace

Pass lower_numbers() {
  return {.name = "lower-numbers",
          .says = "lower sizes and costs one by one: to 0, 1, half, seven eighths, one less",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
