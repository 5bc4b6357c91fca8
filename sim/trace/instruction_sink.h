// What takes the instructions of a trace log or a trace text while it is read.
#pragma once

#include "sim/trace/instruction.h"
#include "sim/trace/trace_text.h"

namespace rematfuzz {

// Takes the instructions one by one. An InputError that a member throws gets the position in the
// file put in front.
class InstructionSink {
 public:
  InstructionSink() = default;
  InstructionSink(const InstructionSink&) = delete;
  InstructionSink& operator=(const InstructionSink&) = delete;
  virtual ~InstructionSink() = default;

  // What is read is a trace text with this header. Called before all else, and for no log.
  virtual void header(const TraceTextHeader&) {}
  // START was reached: what was added so far does not count. Called at most once; for a text, which
  // is what stands behind a START, before the first instruction.
  virtual void restart() = 0;
  // The next instruction; START itself is not among them. `instruction` changes after the call.
  // Where this throws before START, the next call is restart(), if any.
  virtual void add(const Instruction& instruction) = 0;
  // The file is at its end, and all of it was right.
  virtual void end() = 0;
};

}  // namespace rematfuzz
