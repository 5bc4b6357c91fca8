// A program: a trace as the fuzzers see it, made to be changed.
//
// Names are numbers, counted in the order in which they are bound: an operation's outputs bind the
// next ones. So an operation does not say what it binds, and taking one out renumbers what follows
// (edit.h). Sizes are bytes, costs nanoseconds.
//
// A program is *valid* where each operation may stand where it stands (Scope::allows) and it has at
// least one operator. Source of what that means: the trace log of the DTR simulator, as
// sim/trace/trace_builder.h checks it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz::fuzz {

using NameNumber = std::uint32_t;

enum class OperationKind : std::uint8_t {
  call,
  constant,
  mutate,
  copy,       // binds the next name to what args[0] denotes
  copy_from,  // args[0] is bound anew, to what args[1] denotes
  release,    // args[0] loses a reference
};

struct ProgramOutput {
  Bytes size = 0;           // of a view: 0
  std::int32_t alias = -1;  // -1: a storage of its own; k: a view of args[k]

  bool operator==(const ProgramOutput&) const = default;
};

struct Operation {
  OperationKind kind = OperationKind::call;
  Nanos cost = 0;                      // call, mutate
  std::vector<NameNumber> args;        // call, mutate: the arguments
  std::vector<ProgramOutput> outputs;  // call: at least one; constant: one, no view
  std::vector<std::uint32_t> mutated;  // mutate: indices into args, at least one

  bool is_operator() const {
    return kind == OperationKind::call || kind == OperationKind::constant ||
           kind == OperationKind::mutate;
  }
  // How many names it binds for the first time.
  NameNumber binds() const {
    if (kind == OperationKind::copy) return 1;
    return static_cast<NameNumber>(outputs.size());
  }

  bool operator==(const Operation&) const = default;
};

// The operation of a kind that takes names and nothing else.
inline Operation operation_on(OperationKind kind, std::vector<NameNumber> names) {
  Operation operation;
  operation.kind = kind;
  operation.args = std::move(names);
  return operation;
}
// A call without arguments of one output.
inline Operation source_operation(Bytes size, Nanos cost) {
  Operation operation;
  operation.cost = cost;
  operation.outputs.push_back({.size = size});
  return operation;
}

// What an input may hold, as bits (swarm testing: an input without a kind of thing goes deeper into
// the others).
enum Feature : std::uint8_t {
  feature_constants = 1,
  feature_several_outputs = 2,
  feature_views = 4,
  feature_mutates = 8,
  feature_copies = 16,  // COPY and COPY_FROM
  feature_zeros = 32,   // sizes and costs of 0
  feature_wide = 64,    // sizes and costs up to 2^40
};
inline constexpr std::uint8_t all_features = 127;

struct Program {
  std::uint8_t features = 0;  // at least those that it uses
  std::vector<Operation> operations;

  std::size_t operators() const {
    std::size_t count = 0;
    for (const Operation& operation : operations) count += operation.is_operator() ? 1 : 0;
    return count;
  }
  bool has(Feature feature) const { return (features & feature) != 0; }

  bool operator==(const Program&) const = default;
};

// The largest size and the largest cost.
inline constexpr std::int64_t largest_number = std::int64_t{1} << 40;
// Of a program: enough for windows of training traces, too few for a sum of sizes or costs to
// overflow.
inline constexpr std::size_t most_operations = 4096;
inline constexpr std::size_t most_arguments = 256;
inline constexpr std::size_t most_outputs = 64;

// The features that the program uses.
std::uint8_t used_features(const Program& program);

}  // namespace rematfuzz::fuzz
