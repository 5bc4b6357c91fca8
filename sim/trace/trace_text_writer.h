// Writes trace texts (sim/trace/trace_text.h): the inverse of reading one, but for comments, blank
// lines and the ways to write a line that mean the same. Equal instructions give equal bytes.
#pragma once

#include <ostream>

#include "sim/trace/instruction.h"
#include "sim/trace/trace_text.h"

namespace rematfuzz {

// Writes what stands in front of the program: the first line, the header's fields and a blank line.
// REQUIRES: keys and values are what TraceTextHeader says.
void write_trace_text_header(std::ostream& out, const TraceTextHeader& header);

// Writes the line of one instruction. A name is taken as UTF-8, as it is. Not for the START behind
// which a log begins: a text has none. REQUIRES: numbers are not negative, a constant has exactly
// one output, each alias is -1 or the index of an argument.
void write_trace_text_instruction(std::ostream& out, const Instruction& instruction);

}  // namespace rematfuzz
