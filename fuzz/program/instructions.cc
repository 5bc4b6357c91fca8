#include "fuzz/program/instructions.h"

#include <fmt/format.h>

#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/log_writer.h"
#include "sim/trace/trace_text_writer.h"

namespace rematfuzz::fuzz {

namespace {

std::string name_of(NameNumber number) { return "x" + std::to_string(number); }

InstructionKind kind_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::call:
      return InstructionKind::call;
    case OperationKind::constant:
      return InstructionKind::constant;
    case OperationKind::mutate:
      return InstructionKind::mutate;
    case OperationKind::copy:
      return InstructionKind::copy;
    case OperationKind::copy_from:
      return InstructionKind::copy_from;
    case OperationKind::release:
      return InstructionKind::release;
  }
  return InstructionKind::annotate;
}

// Calls take(instruction) for each; `instruction` changes after the call.
template <class Take>
void for_each_instruction(const Program& program, Take take) {
  NameNumber next = 0;
  Instruction made;
  for (const Operation& operation : program.operations) {
    made.kind = kind_of(operation.kind);
    made.name = "f";
    made.source.clear();
    made.args.clear();
    made.outputs.clear();
    made.mutated = operation.mutated;
    made.cost = operation.cost;
    for (const NameNumber arg : operation.args) made.args.push_back(name_of(arg));
    for (const ProgramOutput& output : operation.outputs)
      made.outputs.push_back({name_of(next++), output.size, output.alias});
    if (operation.kind == OperationKind::copy) {
      made.source = std::exchange(made.args[0], name_of(next++));
    } else if (operation.kind == OperationKind::copy_from) {
      made.source = made.args[1];
    }
    if (!operation.is_operator()) {
      made.name = made.args[0];
      made.args.clear();
    } else if (operation.kind == OperationKind::constant) {
      made.name.clear();
    }
    take(made);
  }
}

void require_limit(std::int64_t number, const char* what) {
  if (number > largest_number)
    throw InputError(fmt::format("{} {} is not from 0 to 2^40, as fuzzers take it", what, number));
}

}  // namespace

std::vector<Instruction> instructions_of(const Program& program) {
  std::vector<Instruction> instructions;
  for_each_instruction(program, [&](const Instruction& made) { instructions.push_back(made); });
  return instructions;
}

void write_log(std::ostream& out, const Program& program) {
  Instruction start;
  start.name = start_annotation;
  write_instruction(out, start);
  for_each_instruction(program, [&](const Instruction& made) { write_instruction(out, made); });
}

void write_trace_text(std::ostream& out, const TraceTextHeader& header, const Program& program) {
  write_trace_text_header(out, header);
  for_each_instruction(program,
                       [&](const Instruction& made) { write_trace_text_instruction(out, made); });
}

Trace trace_of(const Program& program) {
  TraceBuilder builder;
  for_each_instruction(program, [&](const Instruction& made) { builder.add(made); });
  return builder.finish();
}

void ProgramRecorder::restart() {
  builder_ = {};
  program_ = {};
  numbers_.clear();
}

void ProgramRecorder::add(const Instruction& instruction) {
  builder_.add(instruction);
  switch (instruction.kind) {
    case InstructionKind::annotate:
      return;
    case InstructionKind::constant:
      return add_call(instruction, OperationKind::constant);
    case InstructionKind::call:
      return add_call(instruction, OperationKind::call);
    case InstructionKind::mutate:
      return add_call(instruction, OperationKind::mutate);
    case InstructionKind::copy: {
      const NameNumber source = number_of(instruction.source);
      bind(instruction.name);
      program_.operations.push_back(operation_on(OperationKind::copy, {source}));
      return;
    }
    case InstructionKind::copy_from:
      program_.operations.push_back(operation_on(
          OperationKind::copy_from, {number_of(instruction.name), number_of(instruction.source)}));
      return;
    case InstructionKind::release:
      if (const auto found = numbers_.find(instruction.name); found != numbers_.end())
        program_.operations.push_back(operation_on(OperationKind::release, {found->second}));
      return;
  }
}

void ProgramRecorder::add_call(const Instruction& instruction, OperationKind kind) {
  require_limit(instruction.cost, "TIME");
  Operation made;
  made.kind = kind;
  made.cost = instruction.cost;
  for (const std::string& arg : instruction.args) made.args.push_back(number_of(arg));
  for (const OutputSpec& output : instruction.outputs) {
    require_limit(output.memory, "MEMORY");
    bind(output.name);
    const bool is_view = output.alias >= 0;
    made.outputs.push_back({.size = is_view ? 0 : output.memory,
                            .alias = is_view ? static_cast<std::int32_t>(output.alias) : -1});
  }
  made.mutated = instruction.mutated;
  if (made.args.size() > most_arguments || made.outputs.size() > most_outputs ||
      made.mutated.size() > most_outputs)
    throw InputError(fmt::format("{} has more than {} arguments, or more than {} outputs",
                                 quote(instruction.name), most_arguments, most_outputs));
  program_.operations.push_back(std::move(made));
}

void ProgramRecorder::bind(const std::string& name) {
  numbers_.emplace(name, static_cast<NameNumber>(numbers_.size()));
}

Program ProgramRecorder::take() {
  program_.features = used_features(program_);
  return std::exchange(program_, {});
}

Program read_program(const std::string& path) {
  ProgramRecorder recorder;
  read_instructions(path, recorder);
  return recorder.take();
}

}  // namespace rematfuzz::fuzz
