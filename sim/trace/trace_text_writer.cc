#include "sim/trace/trace_text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/check.h"
#include "sim/trace/json_string.h"
#include "sim/trace/trace_text_words.h"

namespace rematfuzz {

namespace {

using Line = fmt::memory_buffer;

void put(Line& line, std::string_view text) { line.append(text.data(), text.data() + text.size()); }

void put(Line& line, std::int64_t number) {
  fmt::format_to(std::back_inserter(line), "{}", number);
}

// An operator: a parenthesis follows, so that no keyword can be meant.
void put_operator(Line& line, std::string_view name) {
  if (is_word(name))
    put(line, name);
  else
    append_json_string(line, name);
}

void put_name(Line& line, std::string_view name) {
  if (is_keyword(name))
    append_json_string(line, name);
  else
    put_operator(line, name);
}

// Calls put_item for each, with commas between.
template <class List, class PutItem>
void put_list(Line& line, const List& list, PutItem put_item) {
  bool first = true;
  for (const auto& item : list) {
    if (!first) put(line, ", ");
    first = false;
    put_item(item);
  }
}

// Argument `index`: by its name, where that says which one.
void put_argument(Line& line, const std::vector<std::string>& args, std::size_t index) {
  if (index < args.size()) {
    const auto named = std::find(args.begin(), args.end(), args[index]);
    if (named == args.begin() + static_cast<std::ptrdiff_t>(index))
      return put_name(line, args[index]);
  }
  put(line, "argument ");
  put(line, static_cast<std::int64_t>(index));
}

void put_operation(Line& line, const Instruction& instruction) {
  put_operator(line, instruction.name);
  put(line, "(");
  put_list(line, instruction.args, [&](const std::string& arg) { put_name(line, arg); });
  put(line, ")");
}

void put_cost(Line& line, Nanos cost) {
  put(line, " cost ");
  put(line, cost);
}

void put_spec(Line& line, const Instruction& call, const OutputSpec& output) {
  if (output.alias < 0) return put(line, output.memory);
  put(line, "view of ");
  put_argument(line, call.args, static_cast<std::size_t>(output.alias));
  if (output.memory == 0) return;
  put(line, " holding ");
  put(line, output.memory);
}

void put_call(Line& line, const Instruction& call) {
  const auto& outputs = call.outputs;
  put_list(line, outputs, [&](const OutputSpec& output) { put_name(line, output.name); });
  if (!outputs.empty()) put(line, " = ");
  put_operation(line, call);
  if (!outputs.empty()) put(line, " size ");
  put_list(line, outputs, [&](const OutputSpec& output) { put_spec(line, call, output); });
  put_cost(line, call.cost);
}

void put_mutate(Line& line, const Instruction& mutate) {
  put(line, "mutate ");
  put_operation(line, mutate);
  if (!mutate.mutated.empty()) put(line, " changes ");
  put_list(line, mutate.mutated,
           [&](std::uint32_t index) { put_argument(line, mutate.args, index); });
  put_cost(line, mutate.cost);
}

void put_constant(Line& line, const Instruction& constant) {
  REMATFUZZ_CHECK(constant.outputs.size() == 1);
  put_name(line, constant.outputs[0].name);
  put(line, " = constant size ");
  put(line, constant.outputs[0].memory);
}

void put_copy(Line& line, std::string_view mark, const Instruction& copy) {
  put_name(line, copy.name);
  put(line, mark);
  put_name(line, copy.source);
}

void put_statement(Line& line, std::string_view keyword, std::string_view name) {
  put(line, keyword);
  put_name(line, name);
}

void put_instruction(Line& line, const Instruction& instruction) {
  switch (instruction.kind) {
    case InstructionKind::annotate:
      return put_statement(line, "annotate ", instruction.name);
    case InstructionKind::constant:
      return put_constant(line, instruction);
    case InstructionKind::call:
      return put_call(line, instruction);
    case InstructionKind::mutate:
      return put_mutate(line, instruction);
    case InstructionKind::copy:
      return put_copy(line, " = ", instruction);
    case InstructionKind::copy_from:
      return put_copy(line, " := ", instruction);
    case InstructionKind::release:
      return put_statement(line, "release ", instruction.name);
  }
}

}  // namespace

void write_trace_text_header(std::ostream& out, const TraceTextHeader& header) {
  out << trace_text_first_line << "\n";
  for (const auto& [key, value] : header.fields)
    out << key << (value.empty() ? ":" : ": ") << value << "\n";
  out << "\n";
}

void write_trace_text_instruction(std::ostream& out, const Instruction& instruction) {
  Line line;
  put_instruction(line, instruction);
  line.push_back('\n');
  out.write(line.data(), static_cast<std::streamsize>(line.size()));
}

}  // namespace rematfuzz
