// Operators go, in chunks from the end: 2^k in a row, then half as many, down to single ones.
#include "minimizer/passes/chunks.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

std::size_t levels(const Program& program) { return chunk_levels(program.operators()); }

std::size_t places(const Program& program, std::size_t level) {
  return chunk_places(program.operators(), level);
}

template <bool bridges>
std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const Chunk chunk = chunk_at(program.operators(), level, place);
  Pieces whole = take_apart(program);
  bool any = false;
  std::size_t index = 0;
  for (Piece& piece : whole.pieces) {
    if (!piece.operation.is_operator() || !chunk.contains(index++)) continue;
    any = take_out(piece, bridges) || any;
  }
  if (bridges && !any) return std::nullopt;  // delete-operators tries that
  return assemble(whole);
}

}  // namespace

Pass delete_operators() {
  return {.name = "delete-operators",
          .says = "delete operators, with what of others depends on them",
          .grain = Grain::rough,
          .levels = levels,
          .places = places,
          .make = make<false>};
}

Pass bridge_operators() {
  return {.name = "bridge-operators",
          .says = "delete operators; what took their results takes their arguments",
          .grain = Grain::rough,
          .levels = levels,
          .places = places,
          .make = make<true>};
}

}  // namespace rematfuzz::minimizer
