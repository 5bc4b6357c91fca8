// The numbers of a program: sizes in bytes, costs in nanoseconds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "fuzz/program/program.h"

namespace rematfuzz::minimizer {

enum class NumberKind : std::uint8_t { size, cost };
inline constexpr std::size_t number_kinds = 2;

// Calls visit(number, kind) for each, operation by operation; what it writes to a number stays.
// `AnyProgram` is Program or const Program.
template <class AnyProgram, class Visit>
void for_each_number(AnyProgram& program, Visit visit) {
  for (auto& operation : program.operations) {
    for (auto& output : operation.outputs)
      if (output.alias < 0) visit(output.size, NumberKind::size);
    if (operation.is_operator() && operation.kind != fuzz::OperationKind::constant)
      visit(operation.cost, NumberKind::cost);
  }
}

// Those that there are of a kind, each once, the largest first; without 0.
inline std::vector<std::int64_t> distinct_numbers(const fuzz::Program& program, NumberKind kind) {
  std::vector<std::int64_t> numbers;
  for_each_number(program, [&](std::int64_t number, NumberKind of) {
    if (of == kind && number > 0) numbers.push_back(number);
  });
  std::ranges::sort(numbers, std::greater());
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  return numbers;
}

// A smaller number, by steps that get smaller from level lowering_levels - 1 to 0: 0, 1, half of
// it, seven eighths, one less. REQUIRES: number > 0.
inline constexpr std::size_t lowering_levels = 5;
constexpr std::int64_t lowered(std::int64_t number, std::size_t level) {
  switch (level) {
    case 4:
      return 0;
    case 3:
      return number > 1 ? 1 : 0;
    case 2:
      return number / 2;
    case 1:
      return number - std::max<std::int64_t>(1, number / 8);
    default:
      return number - 1;
  }
}

}  // namespace rematfuzz::minimizer
