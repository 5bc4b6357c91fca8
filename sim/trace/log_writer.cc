#include "sim/trace/log_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "sim/base/check.h"
#include "sim/trace/json_string.h"

namespace rematfuzz {

namespace {

using Buffer = fmt::memory_buffer;

void append(Buffer& line, std::string_view text) {
  line.append(text.data(), text.data() + text.size());
}

template <typename List, typename AppendItem>
void append_list(Buffer& line, const List& list, AppendItem append_item) {
  line.push_back('[');
  bool first = true;
  for (const auto& item : list) {
    if (!first) line.push_back(',');
    first = false;
    append_item(line, item);
  }
  line.push_back(']');
}

void append_integer(Buffer& line, std::int64_t value) {
  fmt::format_to(std::back_inserter(line), "{}", value);
}

// "VALUE", as the log states quantities.
void append_quantity(Buffer& line, std::int64_t value) {
  fmt::format_to(std::back_inserter(line), "\"{}\"", value);
}

void append_annotate(Buffer& line, const Instruction& instruction) {
  append(line, R"({"ANNOTATION":)");
  append_json_string(line, instruction.name);
  append(line, R"(,"INSTRUCTION":"ANNOTATE"})"
               "\n");
}

void append_memory(Buffer& line, const OutputSpec& output) {
  append(line, R"({"INSTRUCTION":"MEMORY","MEMORY":)");
  append_quantity(line, output.memory);
  append(line, R"(,"NAME":)");
  append_json_string(line, output.name);
  append(line, "}\n");
}

void append_alias(Buffer& line, const OutputSpec& output) {
  append(line, R"({"ALIAS":)");
  append_quantity(line, output.alias);
  append(line, R"(,"INSTRUCTION":"ALIAS","NAME":)");
  append_json_string(line, output.name);
  append(line, "}\n");
}

void append_constant(Buffer& line, const Instruction& instruction) {
  REMATFUZZ_CHECK(instruction.outputs.size() == 1);
  append(line, R"({"INSTRUCTION":"CONSTANT","NAME":)");
  append_json_string(line, instruction.outputs[0].name);
  append(line, "}\n");
  append_memory(line, instruction.outputs[0]);
}

void append_args(Buffer& line, const Instruction& instruction) {
  append(line, R"({"ARGS":)");
  append_list(line, instruction.args, append_json_string);
}

void append_call(Buffer& line, const Instruction& instruction) {
  append_args(line, instruction);
  append(line, R"(,"INSTRUCTION":"CALL","NAME":)");
  append_json_string(line, instruction.name);
  append(line, R"(,"RESULT":)");
  append_list(line, instruction.outputs,
              [](Buffer& to, const OutputSpec& output) { append_json_string(to, output.name); });
  append(line, R"(,"TIME":)");
  append_quantity(line, instruction.cost);
  append(line, "}\n");
  for (const OutputSpec& output : instruction.outputs) {
    append_memory(line, output);
    append_alias(line, output);
  }
}

void append_mutate(Buffer& line, const Instruction& instruction) {
  append_args(line, instruction);
  append(line, R"(,"INSTRUCTION":"MUTATE","MUTATE":)");
  append_list(line, instruction.mutated, append_integer);
  append(line, R"(,"NAME":)");
  append_json_string(line, instruction.name);
  append(line, R"(,"TIME":)");
  append_quantity(line, instruction.cost);
  append(line, "}\n");
}

void append_copy(Buffer& line, std::string_view kind, const Instruction& instruction) {
  append(line, R"({"DST":)");
  append_json_string(line, instruction.name);
  append(line, R"(,"INSTRUCTION":)");
  append_json_string(line, kind);
  append(line, R"(,"SRC":)");
  append_json_string(line, instruction.source);
  append(line, "}\n");
}

void append_release(Buffer& line, const Instruction& instruction) {
  append(line, R"({"INSTRUCTION":"RELEASE","NAME":)");
  append_json_string(line, instruction.name);
  append(line, "}\n");
}

void append_instruction(Buffer& line, const Instruction& instruction) {
  switch (instruction.kind) {
    case InstructionKind::annotate:
      return append_annotate(line, instruction);
    case InstructionKind::constant:
      return append_constant(line, instruction);
    case InstructionKind::call:
      return append_call(line, instruction);
    case InstructionKind::mutate:
      return append_mutate(line, instruction);
    case InstructionKind::copy:
      return append_copy(line, "COPY", instruction);
    case InstructionKind::copy_from:
      return append_copy(line, "COPY_FROM", instruction);
    case InstructionKind::release:
      return append_release(line, instruction);
  }
}

}  // namespace

void write_instruction(std::ostream& out, const Instruction& instruction) {
  Buffer line;
  append_instruction(line, instruction);
  out.write(line.data(), static_cast<std::streamsize>(line.size()));
}

}  // namespace rematfuzz
