// Reads trace logs: from a file or standard input (compressed or not), or from memory.
//
// A log is read once, front to back, and is never held in memory as a whole.
//
// Everything up to and including the first ANNOTATE START is skipped; a log without START is used
// from its first line. Since only the end of the log tells which of the two it is, reading begins
// at the first line and begins anew at START. Lines in front of START must be JSON objects with a
// known INSTRUCTION; anything else that is wrong with them counts only if no START comes.
//
// What is wrong with a log is told by an InputError of one line, "FILE:LINE: WHAT" (lines count
// from 1), or "FILE: WHAT" where the file cannot be read at all. FILE is "<stdin>" for "-".
#pragma once

#include <string>
#include <string_view>

#include "sim/trace/instruction.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

struct LogReadResult {
  Trace trace;
  bool has_start = false;  // whether the log has an ANNOTATE START
};

// Reads the log in file `path`; "-" is standard input. Throws InputError.
LogReadResult read_log(const std::string& path);

// Reads a log that is in memory (not compressed); `name` stands for it in messages. Throws
// InputError.
LogReadResult read_log_text(std::string_view text, const std::string& name);

// Takes the instructions of a log one by one. An InputError that a member throws gets the position
// in the log put in front.
class InstructionSink {
 public:
  InstructionSink() = default;
  InstructionSink(const InstructionSink&) = delete;
  InstructionSink& operator=(const InstructionSink&) = delete;
  virtual ~InstructionSink() = default;

  // START was reached: what was added so far does not count. Called at most once.
  virtual void restart() = 0;
  // The next instruction; START itself is not among them. `instruction` changes after the call.
  // Where this throws before START, the next call is restart(), if any.
  virtual void add(const Instruction& instruction) = 0;
  // The log is at its end, and all of it was right.
  virtual void end() = 0;
};

// Reads the log in file `path` into `sink`. Says whether the log has an ANNOTATE START. Throws
// InputError; what the sink holds is then of no use.
bool read_instructions(const std::string& path, InstructionSink& sink);

// Reads a log that is in memory into `sink`, in the same way.
bool read_instructions_text(std::string_view text, const std::string& name, InstructionSink& sink);

}  // namespace rematfuzz
