#include "fuzz/program/text.h"

#include <sstream>

#include "fuzz/program/instructions.h"
#include "sim/trace/trace_text_writer.h"

namespace rematfuzz::fuzz {

std::string text(const Program& program) {
  std::ostringstream text;
  for (const Instruction& instruction : instructions_of(program))
    write_trace_text_instruction(text, instruction);
  return text.str();
}

}  // namespace rematfuzz::fuzz
