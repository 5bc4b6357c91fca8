// A constant or a call without arguments goes; what took its result takes that of an earlier one.
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

bool is_source(const Operation& operation) {
  return operation.is_operator() && operation.args.empty() && operation.outputs.size() == 1;
}

std::vector<std::size_t> sources_of(const Program& program) {
  std::vector<std::size_t> sources;
  for (std::size_t i = 0; i < program.operations.size(); ++i)
    if (is_source(program.operations[i])) sources.push_back(i);
  return sources;
}

std::size_t levels(const Program&) { return 2; }

std::size_t places(const Program& program, std::size_t) { return sources_of(program).size(); }

// Level 1: the source before takes its place, level 0: the first one.
std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const std::vector<std::size_t> sources = sources_of(program);
  const std::size_t index = sources.size() - 1 - place;
  if (index == 0 || (level == 0 && index == 1)) return std::nullopt;
  Pieces whole = take_apart(program);
  Piece& goes = whole.pieces[sources[index]];
  goes.fate = Fate::bridged;
  goes.instead = whole.pieces[sources[level == 1 ? index - 1 : 0]].names;
  return assemble(whole);
}

}  // namespace

Pass merge_sources() {
  return {.name = "merge-sources",
          .says = "make one of two constants, or of two calls without arguments",
          .grain = Grain::rough,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
