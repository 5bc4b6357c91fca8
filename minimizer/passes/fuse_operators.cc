// A call and one that takes its result become one, of the costs of both and the outputs of the
// latter.
#include <algorithm>

#include "minimizer/passes/one_level.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

std::optional<Program> make(const Program& program, std::size_t, std::size_t place) {
  Pieces whole = take_apart(program);
  Piece& first = whole.pieces[whole.pieces.size() - 1 - place];
  if (first.operation.kind != OperationKind::call || first.operation.cost == 0) return std::nullopt;
  const auto takes_it = [&](const Piece& piece) {
    return piece.operation.kind == OperationKind::call &&
           std::ranges::find_first_of(piece.operation.args, first.names) !=
               piece.operation.args.end();
  };
  const auto second = std::ranges::find_if(whole.pieces, takes_it);
  if (second == whole.pieces.end()) return std::nullopt;
  second->operation.cost += first.operation.cost;
  if (second->operation.cost > fuzz::largest_number) return std::nullopt;
  bridge(first);
  return assemble(whole);
}

}  // namespace

Pass fuse_operators() {
  return {.name = "fuse-operators",
          .says = "make one operator of two, of the cost of both and the outputs of the latter",
          .grain = Grain::rough,
          .levels = one_level,
          .places = each_operation,
          .make = make};
}

}  // namespace rematfuzz::minimizer
