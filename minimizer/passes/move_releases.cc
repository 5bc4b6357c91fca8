// Releases move towards the end, where they say less.
#include <algorithm>

#include "minimizer/passes/one_level.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

// Level 1: to the end, level 0: behind the next operation.
std::size_t levels(const Program&) { return 2; }

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  Pieces whole = take_apart(program);
  const std::size_t index = whole.pieces.size() - 1 - place;
  if (whole.pieces[index].operation.kind != OperationKind::release ||
      index + 1 == whole.pieces.size())
    return std::nullopt;
  const auto first = whole.pieces.begin() + static_cast<std::ptrdiff_t>(index);
  std::rotate(first, first + 1, level == 1 ? whole.pieces.end() : first + 2);
  return assemble(whole);
}

}  // namespace

Pass move_releases() {
  return {.name = "move-releases",
          .says = "move a release towards the end",
          .grain = Grain::fine,
          .levels = levels,
          .places = each_operation,
          .make = make};
}

}  // namespace rematfuzz::minimizer
