// What the program does after a place goes; all that it still holds there is released.
#include "fuzz/program/scope.h"
#include "minimizer/passes/chunks.h"
#include "minimizer/passes/passes.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::NameNumber;
using fuzz::Operation;
using fuzz::OperationKind;
using fuzz::Program;

std::size_t levels(const Program& program) { return chunk_levels(program.operators()); }

std::size_t places(const Program&, std::size_t) { return 1; }

std::optional<Program> make(const Program& program, std::size_t level, std::size_t) {
  const std::size_t operators = program.operators();
  const std::size_t cut = std::size_t{1} << level;
  if (operators <= cut) return std::nullopt;
  Program made{.features = program.features, .operations = {}};
  fuzz::Scope scope;
  std::size_t kept = 0;
  for (const Operation& operation : program.operations) {
    if (operation.is_operator() && ++kept > operators - cut) break;
    scope.take(operation);
    made.operations.push_back(operation);
  }
  for (NameNumber name = 0; name < scope.names(); ++name)
    while (scope.releasable(name)) {
      made.operations.push_back(operation_on(OperationKind::release, {name}));
      scope.take(made.operations.back());
    }
  return made;
}

}  // namespace

Pass cut_tail() {
  return {.name = "cut-tail",
          .says = "drop what comes last, and release what is still held",
          .grain = Grain::rough,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
