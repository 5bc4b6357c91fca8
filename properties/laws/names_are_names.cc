// Names name, and that is all they do.
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/program/instructions.h"
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/violation.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/log_writer.h"

namespace rematfuzz::properties {

namespace {

// Names that begin alike, with characters that logs have to escape.
std::string other_name(const std::string& name) {
  return "a name of \"many\" \\ words \u00e9\t" + name;
}

std::vector<Instruction> renamed(std::vector<Instruction> instructions) {
  for (Instruction& instruction : instructions) {
    if (!instruction.name.empty()) instruction.name = other_name(instruction.name);
    if (!instruction.source.empty()) instruction.source = other_name(instruction.source);
    for (std::string& argument : instruction.args) argument = other_name(argument);
    for (OutputSpec& output : instruction.outputs) output.name = other_name(output.name);
  }
  return instructions;
}

}  // namespace

void check_names_are_names(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  std::ostringstream log;
  for (const Instruction& instruction : renamed(fuzz::instructions_of(drawn.program)))
    write_instruction(log, instruction);
  const Trace trace = read_log_text(log.str(), "renamed").trace;
  expect_same_run(run(drawn), run_instead(drawn, trace, drawn.options), "renamed");
}

}  // namespace rematfuzz::properties
