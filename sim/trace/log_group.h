// Puts the lines of a trace log together to instructions.
//
// Most lines are an instruction each. A CONSTANT is followed by its MEMORY line; a CALL by the
// MEMORY line and then the ALIAS line of each of its results, in order. Nothing may stand between.
#pragma once

#include <cstddef>
#include <string>

#include "sim/trace/instruction.h"
#include "sim/trace/log_line.h"

namespace rematfuzz {

class LogGroup {
 public:
  // Takes the next line of the log. True: instruction() is complete. Throws InputError, without a
  // position, where the line's fields are wrong (LogLine::read) or it may not stand here; after an
  // exception, clear() before going on.
  bool take(const LogLine& line);

  // The instruction that was completed last; complete only right after take() said so.
  const Instruction& instruction() const { return instruction_; }

  // Whether lines of the instruction that was begun last are still to come.
  bool incomplete() const { return next_output_ < instruction_.outputs.size(); }
  // What is still to come: "the MEMORY line of 'x1'". REQUIRES: incomplete().
  std::string missing() const;

  // Forgets an instruction that was begun.
  void clear();

 private:
  void begin(const LogLine& line);
  void complete(const LogLine& line);
  void take_alias(const LogLine& line);

  Instruction instruction_;
  std::size_t next_output_ = 0;  // the first output that lacks a line
  bool needs_alias_ = false;     // that output has its MEMORY line and lacks its ALIAS line
};

}  // namespace rematfuzz
