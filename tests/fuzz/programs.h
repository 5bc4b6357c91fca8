// Programs in tests: at random, to be printed, judged and taken through bytes and back.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "fuzz/choices/byte_choices.h"
#include "fuzz/choices/random_choices.h"
#include "fuzz/program/codec.h"
#include "fuzz/program/instructions.h"
#include "fuzz/program/program.h"
#include "sim/base/error.h"

namespace rematfuzz::fuzz {

// A line for each operation: "call (0, 3) cost 2: 4 = 7, 5 = view of argument 1".
inline std::string text_of(const Program& program) {
  constexpr std::array kinds{"call", "constant", "mutate", "copy", "copy_from", "release"};
  std::string text = fmt::format("features {}\n", program.features);
  NameNumber next = 0;
  for (const Operation& operation : program.operations) {
    text += fmt::format("{} ({}) cost {}:", kinds.at(static_cast<std::size_t>(operation.kind)),
                        fmt::join(operation.args, ", "), operation.cost);
    if (operation.kind == OperationKind::copy) text += fmt::format(" {}", next++);
    for (const ProgramOutput& output : operation.outputs)
      text += output.alias < 0 ? fmt::format(" {} = {},", next++, output.size)
                               : fmt::format(" {} = view of argument {},", next++, output.alias);
    if (!operation.mutated.empty())
      text += fmt::format(" arguments {}", fmt::join(operation.mutated, ", "));
    text += '\n';
  }
  return text;
}

// How GoogleTest prints an operation, and a program.
inline void PrintTo(const Operation& operation, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << text_of(Program{.features = 0, .operations = {operation}});
}
inline void PrintTo(const Program& program, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << text_of(program);
}

inline Program random_program(std::uint64_t seed, std::size_t most_operators = 20,
                              std::uint8_t allowed = all_features) {
  RandomChoices choices(seed);
  return decode(choices, most_operators, allowed);
}

inline Program decoded(const std::vector<std::uint8_t>& bytes,
                       std::size_t most_operators = most_operations) {
  ByteChoices choices(bytes);
  return decode(choices, most_operators);
}

inline std::vector<std::uint8_t> encoded(const Program& program) {
  std::vector<std::uint8_t> bytes;
  encode(program, bytes);
  return bytes;
}

// As it comes back from bytes.
inline Program with_used_features(Program program) {
  program.features |= used_features(program);
  return program;
}

// What is beyond the limits of program.h; empty: nothing.
inline std::string beyond_limits(const Program& program) {
  if (program.operations.size() > most_operations)
    return fmt::format("{} operations", program.operations.size());
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (operation.args.size() > most_arguments)
      return fmt::format("operation {}: {} arguments", i, operation.args.size());
    if (operation.outputs.size() > most_outputs || operation.mutated.size() > most_outputs)
      return fmt::format("operation {}: {} outputs, {} mutated", i, operation.outputs.size(),
                         operation.mutated.size());
    if (operation.cost < 0 || operation.cost > largest_number)
      return fmt::format("operation {}: a cost of {}", i, operation.cost);
    for (const ProgramOutput& output : operation.outputs)
      if (output.size < 0 || output.size > largest_number || (output.alias >= 0 && output.size > 0))
        return fmt::format("operation {}: a size of {}, alias {}", i, output.size, output.alias);
  }
  return "";
}

// What TraceBuilder, or program.h, has against the program; empty: it is valid.
inline std::string refusal_of(const Program& program) {
  try {
    trace_of(program);
  } catch (const InputError& error) {
    return error.what();
  }
  return beyond_limits(program);
}

// That the program is valid, and goes through bytes as it is.
inline void expect_sound(const Program& program) {
  ASSERT_EQ(refusal_of(program), "") << "of:\n" << text_of(program);
  EXPECT_EQ(decoded(encoded(program)), with_used_features(program));
}

}  // namespace rematfuzz::fuzz
