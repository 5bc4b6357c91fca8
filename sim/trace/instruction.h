// One instruction of a trace log, as the log states it (names, not ids).
//
// This is the common currency of everything that produces traces (the log reader, the model
// generators, later the fuzzers) and of what consumes them (TraceBuilder, the log writer).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz {

enum class InstructionKind : std::uint8_t {
  annotate,
  constant,
  call,
  mutate,
  copy,
  copy_from,
  release,
};

// One result of a CALL, or the tensor of a CONSTANT.
struct OutputSpec {
  std::string name;
  Bytes memory = 0;         // as logged; a view counts as 0 whatever this says
  std::int64_t alias = -1;  // -1: a fresh storage; k >= 0: a view of args[k]

  bool operator==(const OutputSpec&) const = default;
};

// Fields that a kind does not use are empty.
struct Instruction {
  InstructionKind kind = InstructionKind::annotate;
  // annotate: the annotation; release: the tensor's name; call and mutate: the operator's name;
  // copy and copy_from: DST.
  std::string name;
  std::string source;                  // copy and copy_from: SRC
  std::vector<std::string> args;       // call and mutate
  std::vector<OutputSpec> outputs;     // call: the results; constant: exactly one
  std::vector<std::uint32_t> mutated;  // mutate: indices into args
  Nanos cost = 0;                      // call and mutate: TIME

  bool operator==(const Instruction&) const = default;
};

inline constexpr const char* start_annotation = "START";
inline constexpr const char* backward_annotation = "BACKWARD";

}  // namespace rematfuzz
