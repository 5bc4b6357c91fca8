// Canonical order: neighbours change places, and arguments are sorted. Which of two orders is the
// simpler one, is_simpler() says.
#include <algorithm>
#include <utility>

#include "minimizer/passes/one_level.h"
#include "minimizer/passes/passes.h"
#include "minimizer/pieces.h"

namespace rematfuzz::minimizer {

namespace {

std::size_t levels(const Program&) { return 2; }

void sort_arguments(Operation& operation) {
  const std::vector<NameNumber> before = operation.args;
  std::ranges::sort(operation.args);
  const auto moved = [&](std::size_t index) {
    return std::ranges::find(operation.args, before[index]) - operation.args.begin();
  };
  for (ProgramOutput& output : operation.outputs)
    if (output.alias >= 0)
      output.alias = static_cast<std::int32_t>(moved(static_cast<std::size_t>(output.alias)));
  for (std::uint32_t& index : operation.mutated) index = static_cast<std::uint32_t>(moved(index));
}

std::optional<Program> make(const Program& program, std::size_t level, std::size_t place) {
  Pieces whole = take_apart(program);
  if (level == 1) {
    if (!whole.pieces[place].operation.is_operator()) return std::nullopt;
    sort_arguments(whole.pieces[place].operation);
  } else {
    if (place + 1 == whole.pieces.size()) return std::nullopt;
    std::swap(whole.pieces[place], whole.pieces[place + 1]);
  }
  std::optional<Program> made = assemble(whole);
  if (made && made->operations.size() != program.operations.size()) return std::nullopt;
  return made;
}

}  // namespace

Pass sort_operations() {
  return {.name = "sort-operations",
          .says = "bring operations and their arguments into canonical order",
          .grain = Grain::fine,
          .levels = levels,
          .places = each_operation,
          .make = make};
}

}  // namespace rematfuzz::minimizer
