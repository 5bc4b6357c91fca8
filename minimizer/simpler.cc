#include "minimizer/simpler.h"

#include <algorithm>
#include <compare>
#include <tuple>

#include "sim/base/types.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::Operation;
using fuzz::OperationKind;
using fuzz::Program;
using fuzz::ProgramOutput;

struct Measure {
  std::size_t operators = 0;
  std::size_t operations = 0;
  std::size_t arguments = 0;
  std::size_t outputs = 0;
  std::size_t special = 0;
  Int128 numbers = 0;

  auto operator<=>(const Measure&) const = default;
};

Measure measure(const Program& program) {
  Measure measure{.operators = program.operators(), .operations = program.operations.size()};
  for (const Operation& operation : program.operations) {
    measure.arguments += operation.args.size() + operation.mutated.size();
    measure.outputs += operation.outputs.size();
    const bool plain =
        operation.kind == OperationKind::call || operation.kind == OperationKind::release;
    measure.special += plain ? 0 : 1;
    measure.numbers += operation.cost;
    for (const ProgramOutput& output : operation.outputs) {
      measure.special += output.alias >= 0 ? 1 : 0;
      measure.numbers += output.size;
    }
  }
  return measure;
}

std::strong_ordering compare(const ProgramOutput& a, const ProgramOutput& b) {
  return std::tie(a.alias, a.size) <=> std::tie(b.alias, b.size);
}

std::strong_ordering compare(const Operation& a, const Operation& b) {
  if (const auto order = a.kind <=> b.kind; order != 0) return order;
  if (const auto order = a.args <=> b.args; order != 0) return order;
  const std::size_t outputs = std::min(a.outputs.size(), b.outputs.size());
  for (std::size_t i = 0; i < outputs; ++i)
    if (const auto order = compare(a.outputs[i], b.outputs[i]); order != 0) return order;
  return std::tie(a.cost, a.mutated) <=> std::tie(b.cost, b.mutated);
}

}  // namespace

bool is_simpler(const Program& a, const Program& b) {
  if (const auto order = measure(a) <=> measure(b); order != 0) return order < 0;
  for (std::size_t i = 0; i < a.operations.size(); ++i)
    if (const auto order = compare(a.operations[i], b.operations[i]); order != 0) return order < 0;
  return false;
}

}  // namespace rematfuzz::minimizer
