// An operator goes, and one number makes up for it: without the memory or the time that it took,
// another budget comparison or another score decides.
#include <array>

#include "minimizer/numbers.h"
#include "minimizer/passes/few_operators.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

constexpr std::array<std::int64_t, 4> changes{1, -1, 2, -2};

// With bridges and without.
std::size_t levels(const Program&) { return 2; }

// A program with an operator less has at most as many numbers.
std::size_t numbers_of(const Program& program) {
  std::size_t count = 0;
  for_each_number(program, [&](std::int64_t, NumberKind) { ++count; });
  return count;
}

std::size_t places(const Program& program, std::size_t) {
  return few_operators(program) * numbers_of(program) * changes.size();
}

std::optional<Program> without(const Program& program, std::size_t which, bool bridges) {
  Pieces whole = take_apart(program);
  std::size_t index = 0;
  for (Piece& piece : whole.pieces) {
    if (piece.operation.is_operator() && index++ == which) take_out(piece, bridges);
  }
  return assemble(whole);
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const std::int64_t change = changes[place % changes.size()];
  place /= changes.size();
  const std::size_t number_count = numbers_of(program);
  if (number_count == 0) return std::nullopt;
  std::optional<Program> made = without(program, place / number_count, level == 1);
  if (!made) return std::nullopt;
  bool changed = false;
  std::size_t index = 0;
  for_each_number(*made, [&](std::int64_t& number, NumberKind) {
    if (index++ != place % number_count || number + change < 0 ||
        number + change > fuzz::largest_number)
      return;
    number += change;
    changed = true;
  });
  if (!changed) return std::nullopt;
  return made;
}

}  // namespace

Pass delete_and_adjust() {
  return {.name = "delete-and-adjust",
          .says = "delete an operator and change a number by 1 or 2, where there are few",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
