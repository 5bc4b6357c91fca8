#include "properties/scaling.h"

#include "fuzz/program/instructions.h"

namespace rematfuzz::properties {

std::int64_t draw_factor(fuzz::ChoiceSource& choices, const Case& of) {
  constexpr std::uint64_t powers = 3;
  constexpr std::uint64_t factors = 999;
  const std::uint64_t choice = choices.draw(factors);
  if (of.program.has(fuzz::feature_wide)) return std::int64_t{2} << (choice % powers);
  return 2 + static_cast<std::int64_t>(choice);
}

Trace scaled_trace(fuzz::Program program, std::int64_t sizes, std::int64_t costs) {
  for (fuzz::Operation& operation : program.operations) {
    operation.cost *= costs;
    for (fuzz::ProgramOutput& output : operation.outputs) output.size *= sizes;
  }
  return fuzz::trace_of(program);
}

}  // namespace rematfuzz::properties
