// Of four operations in a row two or more go, in all combinations: some can only go together.
// (Vulcan, "Pushing the Limit of 1-Minimality in Language-Agnostic Program Reduction", 2023.)
#include <algorithm>
#include <array>

#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

constexpr std::size_t window = 4;
// As bits, of all combinations the ones of two or more; those of one are other passes' business.
constexpr std::array<unsigned, 11> patterns{3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15};

// With bridges and without.
std::size_t levels(const Program&) { return 2 * patterns.size(); }

std::size_t places(const Program& program, std::size_t) {
  return program.operations.size() < 2 ? 0 : program.operations.size() - 1;
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const unsigned pattern = patterns[level % patterns.size()];
  const bool bridges = level < patterns.size();
  Pieces whole = take_apart(program);
  const std::size_t end = whole.pieces.size() - place;
  const std::size_t begin = end - std::min(end, window);
  bool any = false;
  for (std::size_t i = begin; i < end; ++i) {
    if ((pattern >> (i - begin) & 1U) == 0) continue;
    any = take_out(whole.pieces[i], bridges) || any;
  }
  if (bridges && !any) return std::nullopt;
  return assemble(whole);
}

}  // namespace

Pass delete_windows() {
  return {.name = "delete-windows",
          .says = "of four operations in a row delete two or more, in all combinations",
          .grain = Grain::fine,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
