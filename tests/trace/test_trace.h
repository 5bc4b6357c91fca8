// Traces written tersely in tests: names for tensors, a line for an instruction.
//
//   TestTrace t;
//   t.constant("x", 3);
//   t.call({"x"}, {{"a", 2}, view("v", 0)}, 5);  // cost 5; v is a view of the first argument
//   t.release("a");
//   const Trace trace = t.build();
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/trace/instruction.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz::testing {

// A result of call() that is a view of the call's argument `index`.
inline OutputSpec view(std::string name, std::int64_t index) {
  return {.name = std::move(name), .memory = 0, .alias = index};
}

class TestTrace {
 public:
  using Names = std::vector<std::string>;

  TestTrace& constant(const std::string& name, Bytes size) {
    Instruction constant = instruction(InstructionKind::constant, "");
    constant.outputs = {{name, size}};
    return add(constant);
  }
  TestTrace& call(Names args, std::vector<OutputSpec> results, Nanos cost) {
    return call_of("f", std::move(args), std::move(results), cost);
  }
  TestTrace& call_of(const std::string& op, Names args, std::vector<OutputSpec> results,
                     Nanos cost) {
    Instruction call = instruction(InstructionKind::call, op);
    call.args = std::move(args);
    call.outputs = std::move(results);
    call.cost = cost;
    return add(call);
  }
  TestTrace& mutate(Names args, std::vector<std::uint32_t> indices, Nanos cost) {
    Instruction mutate = instruction(InstructionKind::mutate, "m");
    mutate.args = std::move(args);
    mutate.mutated = std::move(indices);
    mutate.cost = cost;
    return add(mutate);
  }
  TestTrace& copy(const std::string& to, const std::string& from) {
    return add(instruction(InstructionKind::copy, to, from));
  }
  TestTrace& copy_from(const std::string& to, const std::string& from) {
    return add(instruction(InstructionKind::copy_from, to, from));
  }
  TestTrace& release(const std::string& name) {
    return add(instruction(InstructionKind::release, name));
  }

  Trace build() { return builder_.finish(); }

 private:
  static Instruction instruction(InstructionKind kind, const std::string& name,
                                 const std::string& source = "") {
    Instruction made;
    made.kind = kind;
    made.name = name;
    made.source = source;
    return made;
  }

  TestTrace& add(const Instruction& instruction) {
    builder_.add(instruction);
    return *this;
  }

  TraceBuilder builder_;
};

// The tensor of that label. (MUTATE's new tensors have the old one's label and a '$'.)
inline TensorId tensor_of(const Trace& trace, const std::string& label) {
  for (TensorId tensor = 0; tensor < trace.tensors.size(); ++tensor)
    if (trace.label(tensor) == label) return tensor;
  return no_id;
}

inline StorageId storage_of(const Trace& trace, const std::string& label) {
  return trace.tensors.at(tensor_of(trace, label)).storage;
}

// The labels of the storages' root tensors, separated by spaces.
template <class Storages>
std::string labels_of(const Trace& trace, const Storages& storages) {
  std::string text;
  for (const StorageId storage : storages)
    text.append(text.empty() ? "" : " ").append(trace.label(trace.storages[storage].root));
  return text;
}

}  // namespace rematfuzz::testing
