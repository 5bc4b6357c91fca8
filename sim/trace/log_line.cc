#include "sim/trace/log_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>

#include "sim/base/check.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/log_integer.h"

namespace rematfuzz {

namespace {

using simdjson::dom::element;

// By LineKind.
constexpr std::array kind_names = {"ANNOTATE",  "CONSTANT", "CALL",   "MUTATE", "COPY",
                                   "COPY_FROM", "RELEASE",  "MEMORY", "ALIAS"};

std::string_view json_problem(simdjson::error_code error) {
  switch (error) {
    case simdjson::UNCLOSED_STRING:
      return " (a string is not closed)";
    case simdjson::UNESCAPED_CHARS:
      return " (a control character in a string)";
    case simdjson::STRING_ERROR:
      return " (a wrong escape in a string)";
    case simdjson::NUMBER_ERROR:
      return " (a number that is wrong or out of range)";
    case simdjson::DEPTH_ERROR:
      return " (nested too deeply)";
    default:
      return "";
  }
}

[[noreturn]] void fail_parse(simdjson::error_code error, std::string_view text, bool terminated) {
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error == simdjson::UTF8_ERROR)
    throw InputError("not a trace log: binary data (not valid UTF-8)");
  throw InputError(fmt::format("{}malformed JSON{}: {}",
                               terminated ? "" : "the last line is cut off: ", json_problem(error),
                               quote(text)));
}

void clear(Instruction& instruction) {
  instruction.name.clear();
  instruction.source.clear();
  instruction.args.clear();
  instruction.outputs.clear();
  instruction.mutated.clear();
  instruction.cost = 0;
}

// The kinds of instructions come first among the kinds of lines, in the same order.
static_assert(static_cast<int>(InstructionKind::annotate) == static_cast<int>(LineKind::annotate));
static_assert(static_cast<int>(InstructionKind::release) == static_cast<int>(LineKind::release));

}  // namespace

const char* line_kind_name(LineKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

// By Field, in alphabetical order.
constexpr std::array<std::string_view, LogLine::field_count> LogLine::field_names = {
    "ALIAS",  "ANNOTATION", "ARGS",   "DST", "INSTRUCTION", "MEMORY",
    "MUTATE", "NAME",       "RESULT", "SRC", "TIME"};

std::optional<LogLine::Field> LogLine::find_field(std::string_view name) {
  const auto found = std::find(field_names.begin(), field_names.end(), name);
  if (found == field_names.end()) return std::nullopt;
  return static_cast<Field>(found - field_names.begin());
}

void LogLine::parse(std::string_view text, bool terminated) {
  constexpr bool copy_for_padding = false;  // the text is padded
  element root;
  const auto error = parser_.parse(text.data(), text.size(), copy_for_padding).get(root);
  if (error != simdjson::SUCCESS) fail_parse(error, text, terminated);
  simdjson::dom::object object;
  if (root.get_object().get(object) != simdjson::SUCCESS)
    throw InputError(fmt::format("{}, not a JSON object: {}", json_type_name(root), quote(text)));
  collect_fields(object);
  kind_ = find_kind();
}

void LogLine::collect_fields(simdjson::dom::object object) {
  present_.fill(false);
  for (const auto& [key, value] : object) {
    const std::optional<Field> field = find_field(key);
    if (!field.has_value()) continue;
    if (has(*field)) throw InputError(fmt::format("{} is given twice", key));
    fields_[static_cast<std::size_t>(*field)] = value;
    present_[static_cast<std::size_t>(*field)] = true;
  }
}

LineKind LogLine::find_kind() const {
  if (!has(Field::instruction)) throw InputError("INSTRUCTION is missing");
  const element& value = get(Field::instruction);
  if (!value.is_string()) fail_type("INSTRUCTION", value, "a string");
  const std::string_view name = value.get_string().value_unsafe();
  const auto found = std::find(kind_names.begin(), kind_names.end(), name);
  if (found == kind_names.end())
    throw InputError(fmt::format("unknown INSTRUCTION {}", quote(name)));
  return static_cast<LineKind>(found - kind_names.begin());
}

bool LogLine::is_start() const {
  if (kind_ != LineKind::annotate || !has(Field::annotation)) return false;
  const element& value = get(Field::annotation);
  return value.is_string() && value.get_string().value_unsafe() == start_annotation;
}

void LogLine::read(Instruction& instruction) const {
  REMATFUZZ_CHECK(kind_ != LineKind::memory);
  REMATFUZZ_CHECK(kind_ != LineKind::alias);
  clear(instruction);
  instruction.kind = static_cast<InstructionKind>(kind_);
  switch (kind_) {
    case LineKind::annotate:
      instruction.name = string_of(Field::annotation);
      return;
    case LineKind::constant:
      instruction.outputs.emplace_back().name = string_of(Field::name);
      return;
    case LineKind::copy:
    case LineKind::copy_from:
      instruction.name = string_of(Field::dst);
      instruction.source = string_of(Field::src);
      return;
    case LineKind::call:
    case LineKind::mutate:
      return read_operator(instruction);
    default:
      instruction.name = string_of(Field::name);
  }
}

void LogLine::read_operator(Instruction& instruction) const {
  instruction.name = string_of(Field::name);
  instruction.args.reserve(array_of(Field::args).size());
  read_names(Field::args, [&](std::string_view name) { instruction.args.emplace_back(name); });
  if (kind_ == LineKind::call) {
    read_names(Field::result,
               [&](std::string_view name) { instruction.outputs.emplace_back().name = name; });
  } else {
    read_mutated(instruction.mutated);
  }
  instruction.cost = integer_of(Field::time);
  if (instruction.cost < 0) fail_negative(Field::time, instruction.cost);
}

template <typename Take>
void LogLine::read_names(Field field, const Take& take) const {
  std::size_t index = 0;
  for (const element& entry : array_of(field)) {
    if (!entry.is_string()) fail_type(describe_entry(field, index), entry, "a string");
    take(entry.get_string().value_unsafe());
    ++index;
  }
}

void LogLine::read_mutated(std::vector<std::uint32_t>& mutated) const {
  constexpr std::int64_t largest = std::numeric_limits<std::uint32_t>::max();
  for (const element& entry : array_of(Field::mutate)) {
    std::int64_t index = 0;
    std::string problem = read_integer(entry, index);
    if (problem.empty() && index < 0) problem = fmt::format(" is negative: {}", index);
    if (problem.empty() && index > largest) problem = fmt::format(" is out of range: {}", index);
    if (!problem.empty()) throw InputError(describe_entry(Field::mutate, mutated.size()) + problem);
    mutated.push_back(static_cast<std::uint32_t>(index));
  }
}

Bytes LogLine::memory() const {
  const Bytes memory = integer_of(Field::memory);
  if (memory < 0) fail_negative(Field::memory, memory);
  return memory;
}

std::int64_t LogLine::alias() const {
  const std::int64_t alias = integer_of(Field::alias);
  if (alias < -1)
    throw InputError(
        fmt::format("{} is {}: neither -1 nor an argument's index", describe(Field::alias), alias));
  return alias;
}

std::string_view LogLine::string_of(Field field) const {
  const element& value = get(field);
  if (!value.is_string()) fail_type(describe(field), value, "a string");
  return value.get_string().value_unsafe();
}

simdjson::dom::array LogLine::array_of(Field field) const {
  const element& value = get(field);
  if (!value.is_array()) fail_type(describe(field), value, "an array");
  return value.get_array().value_unsafe();
}

std::int64_t LogLine::integer_of(Field field) const {
  std::int64_t number = 0;
  const std::string problem = read_integer(get(field), number);
  if (!problem.empty()) throw InputError(describe(field) + problem);
  return number;
}

const element& LogLine::get(Field field) const {
  if (!has(field)) throw InputError(fmt::format("{} is missing", describe(field)));
  return fields_[static_cast<std::size_t>(field)];
}

std::string LogLine::describe(Field field) const {
  const std::string_view field_name = field_names[static_cast<std::size_t>(field)];
  const bool of_tensor = field == Field::memory || field == Field::alias;
  return fmt::format("{} of {}", field_name,
                     of_tensor ? quote(name()) : std::string(line_kind_name(kind_)));
}

std::string LogLine::describe_entry(Field field, std::size_t index) const {
  return fmt::format("{}[{}] of {}", field_names[static_cast<std::size_t>(field)], index,
                     line_kind_name(kind_));
}

void LogLine::fail_type(const std::string& what, const element& value, std::string_view wanted) {
  throw InputError(fmt::format("{} is {}, not {}", what, json_type_name(value), wanted));
}

void LogLine::fail_negative(Field field, std::int64_t number) const {
  throw InputError(fmt::format("{} is negative: {}", describe(field), number));
}

}  // namespace rematfuzz
