// Writes instructions as a trace log: the inverse of reading one.
//
// Keys in alphabetical order, no spaces, sizes, costs and alias indices as decimal strings, as the
// published logs have them; so equal instructions give equal bytes.
#pragma once

#include <ostream>

#include "sim/trace/instruction.h"

namespace rematfuzz {

// Writes the lines of one instruction: a CONSTANT with its MEMORY line, a CALL with the MEMORY and
// the ALIAS line of each result, any other in one line. A name is taken as UTF-8, as it is.
// REQUIRES: a constant has exactly one output.
void write_instruction(std::ostream& out, const Instruction& instruction);

}  // namespace rematfuzz
