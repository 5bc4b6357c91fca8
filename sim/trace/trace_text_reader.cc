#include "sim/trace/trace_text_reader.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/trace_text_line.h"

namespace rematfuzz {

namespace {

constexpr std::string_view any_text = "rematfuzz";
constexpr std::string_view any_version = "rematfuzz trace ";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view around = " \t\r";
  const std::size_t first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(around) + 1 - first);
}

// The line that `lines` stands at.
std::string_view text_line(const LineReader& lines) {
  const std::string_view text = lines.text();
  if (!simdjson::validate_utf8(text.data(), text.size()))
    throw lines.error(lines.number(), "binary data (not valid UTF-8)");
  return text;
}

void check_first_line(const LineReader& lines) {
  const std::string_view line = trimmed(text_line(lines));
  if (line == trace_text_first_line) return;
  std::string problem = fmt::format("expected '{}', got {}", trace_text_first_line, quote(line));
  if (line.starts_with(any_version)) problem += ": other versions of the format cannot be read";
  throw lines.error(lines.number(), problem);
}

bool is_key(std::string_view text) {
  const auto of_key = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), of_key);
}

void read_field(const LineReader& lines, TraceTextHeader& header) {
  const std::string_view line = trimmed(text_line(lines));
  if (line.starts_with('#')) return;
  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::string_view key = line.substr(0, colon);
  if (colon == line.size() || !is_key(key))
    throw lines.error(
        lines.number(),
        fmt::format("expected 'key: value', or a blank line before the program, got {}",
                    quote(line)));
  header.fields.emplace_back(key, trimmed(line.substr(colon + 1)));
}

// Leaves `lines` at the first line behind the blank one that ends the header. False: there is none.
bool read_header(LineReader& lines, TraceTextHeader& header) {
  check_first_line(lines);
  std::uint64_t last = lines.number();
  while (lines.next()) {
    const bool behind_blank = lines.number() != last + 1;
    if (behind_blank) return true;
    last = lines.number();
    read_field(lines, header);
  }
  return false;
}

// Calls `action`; what it throws belongs to the line that `lines` stands at.
template <class Action>
void at_line(const LineReader& lines, const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    throw lines.error(lines.number(), error.what());
  }
}

}  // namespace

bool is_trace_text(std::string_view first_line) { return first_line.starts_with(any_text); }

TraceTextHeader read_trace_text_header(LineReader& lines) {
  TraceTextHeader header;
  read_header(lines, header);
  return header;
}

void read_trace_text(LineReader& lines, InstructionSink& sink) {
  TraceTextHeader header;
  bool more = read_header(lines, header);
  at_line(lines, [&] { sink.header(header); });
  at_line(lines, [&] { sink.restart(); });
  TraceTextLine line;
  Instruction instruction;
  for (; more; more = lines.next()) {
    const std::string_view text = text_line(lines);
    at_line(lines, [&] {
      if (line.read(text, instruction)) sink.add(instruction);
    });
  }
  at_line(lines, [&] { sink.end(); });
}

}  // namespace rematfuzz
