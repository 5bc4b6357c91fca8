// Any two operators go together.
#include "minimizer/passes/few_operators.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

// As bits, which of the two is bridged.
std::size_t levels(const Program&) { return 4; }

std::size_t places(const Program& program, std::size_t) {
  const std::size_t operators = few_operators(program);
  return operators * operators;
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const std::size_t operators = few_operators(program);
  if (operators == 0) return std::nullopt;
  const std::size_t first = place / operators;
  const std::size_t second = place % operators;
  if (first >= second) return std::nullopt;
  Pieces whole = take_apart(program);
  std::size_t index = 0;
  for (Piece& piece : whole.pieces) {
    if (!piece.operation.is_operator()) continue;
    const bool is_first = index == first;
    const bool is_second = index++ == second;
    if (!is_first && !is_second) continue;
    take_out(piece, (level & (is_first ? 1U : 2U)) != 0);
  }
  return assemble(whole);
}

}  // namespace

Pass delete_pairs() {
  return {.name = "delete-pairs",
          .says = "delete any two operators, where there are few",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
