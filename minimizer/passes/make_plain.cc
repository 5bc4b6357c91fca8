// What is special becomes plain: views become storages of their own, constants become calls.
#include "minimizer/passes/one_level.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

// Level 1: views get storages of no size, level 0: of the size of what they view.
std::size_t levels(const Program&) { return 2; }

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  Pieces whole = take_apart(program);
  Operation& operation = whole.pieces[place].operation;
  bool changed = operation.kind == OperationKind::constant && level == 1;
  if (changed) operation.kind = OperationKind::call;
  for (ProgramOutput& output : operation.outputs) {
    if (output.alias < 0) continue;
    const Bytes viewed = whole.sizes[operation.args[static_cast<std::size_t>(output.alias)]];
    output = {.size = level == 1 ? 0 : viewed};
    changed = true;
  }
  if (!changed) return std::nullopt;
  return assemble(whole);
}

}  // namespace

Pass make_plain() {
  return {.name = "make-plain",
          .says = "make storages of views, and calls of constants",
          .grain = Grain::rough,
          .levels = levels,
          .places = each_operation,
          .make = make};
}

}  // namespace rematfuzz::minimizer
