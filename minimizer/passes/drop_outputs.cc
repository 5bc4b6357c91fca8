// Outputs of calls with several go; what took a view takes what it is a view of.
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

struct Slot {
  std::size_t operation = 0;
  std::size_t output = 0;
};

bool has_several(const Operation& operation) {
  return operation.kind == OperationKind::call && operation.outputs.size() > 1;
}

std::vector<Slot> slots_of(const Program& program) {
  std::vector<Slot> slots;
  for (std::size_t i = program.operations.size(); i-- > 0;)
    if (has_several(program.operations[i]))
      for (std::size_t k = program.operations[i].outputs.size(); k-- > 0;) slots.push_back({i, k});
  return slots;
}

// Level 1: the first of the others is as much larger; level 0: it goes without a trace.
std::size_t levels(const Program&) { return 2; }

std::size_t places(const Program& program, std::size_t) { return slots_of(program).size(); }

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  const Slot slot = slots_of(program)[place];
  Pieces whole = take_apart(program);
  const ProgramOutput dropped = program.operations[slot.operation].outputs[slot.output];
  drop_output(whole, slot.operation, slot.output);
  if (level == 1) {
    // drop_output() put what becomes of the name in front of the operation.
    ProgramOutput& first = whole.pieces[slot.operation + 1].operation.outputs[0];
    if (dropped.size == 0 || first.alias >= 0) return std::nullopt;
    first.size += dropped.size;
    if (first.size > fuzz::largest_number) return std::nullopt;
  }
  return assemble(whole);
}

}  // namespace

Pass drop_outputs() {
  return {.name = "drop-outputs",
          .says = "drop an output of a call that has several, or add its size to another one",
          .grain = Grain::rough,
          .levels = levels,
          .places = places,
          .make = make};
}

}  // namespace rematfuzz::minimizer
