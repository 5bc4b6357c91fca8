// Releases and copies go, in chunks from the end.
#include "minimizer/passes/chunks.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

std::size_t count(const Program& program) {
  return program.operations.size() - program.operators();
}

std::size_t levels(const Program& program) { return chunk_levels(count(program)); }

std::size_t places(const Program& program, std::size_t level) {
  return chunk_places(count(program), level);
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const Chunk chunk = chunk_at(count(program), level, place);
  Pieces whole = take_apart(program);
  std::size_t index = 0;
  for (Piece& piece : whole.pieces) {
    if (piece.operation.is_operator() || !chunk.contains(index++)) continue;
    take_out(piece, piece.operation.kind == OperationKind::copy);
  }
  return assemble(whole);
}

}  // namespace

Pass drop_releases() {
  return {.name = "drop-releases",
          .says = "drop releases and copies",
          .grain = Grain::rough,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
