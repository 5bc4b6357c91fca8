// Programs as traces, as the instructions of logs, and from them.
#pragma once

#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "fuzz/program/program.h"
#include "sim/trace/instruction.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_builder.h"
#include "sim/trace/trace_text.h"

namespace rematfuzz::fuzz {

// Names are x0, x1, ... in the order in which they are bound, operators f. REQUIRES: a valid
// program.
std::vector<Instruction> instructions_of(const Program& program);

// Writes them as a trace log, behind its START.
void write_log(std::ostream& out, const Program& program);

// Writes them as a trace text behind this header.
void write_trace_text(std::ostream& out, const TraceTextHeader& header, const Program& program);

// The trace of those instructions.
Trace trace_of(const Program& program);

// Takes the instructions of a log as operations. Operators and names lose their names, and a
// release of a name that was never bound is left out: both change no run, but that a
// call named `constant` counts in constant_memory.
class ProgramRecorder final : public InstructionSink {
 public:
  void restart() override;
  // Throws InputError where an instruction may not stand, as TraceBuilder does, and for what is
  // beyond the limits of program.h but for the number of operations.
  void add(const Instruction& instruction) override;
  // Throws InputError if there is no operator.
  void end() override { builder_.finish(); }

  // What was recorded; its features are those that it uses.
  Program take();

 private:
  NameNumber number_of(const std::string& name) const { return numbers_.at(name); }
  void bind(const std::string& name);
  void add_call(const Instruction& instruction, OperationKind kind);

  TraceBuilder builder_;  // judges what comes
  Program program_;
  std::unordered_map<std::string, NameNumber> numbers_;
};

// The program of a log. Throws InputError as reading the log does, and as ProgramRecorder does.
Program read_program(const std::string& path);

}  // namespace rematfuzz::fuzz
