// Arguments go, of all operators one after the other; and what an operator mutates.
#include "minimizer/passes/one_level.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

struct Slot {
  std::size_t operation = 0;
  std::size_t argument = 0;  // from args.size() up: of what it mutates
};

std::vector<Slot> slots_of(const Program& program) {
  std::vector<Slot> slots;
  for (std::size_t i = program.operations.size(); i-- > 0;) {
    const Operation& operation = program.operations[i];
    if (!operation.is_operator()) continue;
    for (std::size_t k = operation.args.size() + operation.mutated.size(); k-- > 0;)
      slots.push_back({i, k});
  }
  return slots;
}

std::size_t places(const Program& program, std::size_t) {
  std::size_t count = 0;
  for (const Operation& operation : program.operations)
    if (operation.is_operator()) count += operation.args.size() + operation.mutated.size();
  return count;
}

std::optional<Program> make(const Program& program, std::size_t, std::size_t place) {
  const Slot slot = slots_of(program)[place];
  Pieces whole = take_apart(program);
  Operation& operation = whole.pieces[slot.operation].operation;
  const std::size_t args = operation.args.size();
  if (slot.argument >= args)
    operation.mutated.erase(operation.mutated.begin() +
                            static_cast<std::ptrdiff_t>(slot.argument - args));
  else
    drop_argument(whole, slot.operation, slot.argument);
  return assemble(whole);
}

}  // namespace

Pass drop_arguments() {
  return {.name = "drop-arguments",
          .says = "drop an argument, or what of the arguments is mutated",
          .grain = Grain::rough,
          .levels = one_level,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
