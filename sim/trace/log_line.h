// One line of a trace log: a JSON object that states an instruction or a part of one.
//
// The format is the one of the DTR simulator's logs. MEMORY and ALIAS lines are not instructions of
// their own: they complete the CONSTANT or CALL before them (see log_group.h).
#pragma once

#include <simdjson.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/instruction.h"

namespace rematfuzz {

enum class LineKind : std::uint8_t {
  annotate,
  constant,
  call,
  mutate,
  copy,
  copy_from,
  release,
  memory,
  alias,
};

// "CALL" and so on, as the log writes it.
const char* line_kind_name(LineKind kind);

// Holds the line that was parsed last. One object serves all lines of a log: it keeps its memory.
// InputErrors say what is wrong, not where.
class LogLine {
 public:
  // Parses a line. `terminated`: whether a line end follows (a last line without one may be cut
  // off). REQUIRES: line_padding readable bytes follow the text, and it stays in place while this
  // line is used. Throws InputError where the line is not a JSON object with an INSTRUCTION that
  // this format knows, or gives a field twice.
  void parse(std::string_view text, bool terminated);

  LineKind kind() const { return kind_; }
  // Whether this is an ANNOTATE line whose ANNOTATION is START.
  bool is_start() const;

  // Puts the line into `instruction`, replacing all of it. An output's memory and alias are on
  // other lines and stay 0 and -1. REQUIRES: this is neither a MEMORY nor an ALIAS line. Throws
  // InputError where a field is missing, of the wrong type or not in its range.
  void read(Instruction& instruction) const;

  // The NAME that a MEMORY or ALIAS line is about. Throws InputError as read() does.
  std::string_view name() const { return string_of(Field::name); }
  // The size that a MEMORY line gives, at least 0. Throws InputError as read() does.
  Bytes memory() const;
  // The alias that an ALIAS line gives, at least -1. Throws InputError as read() does.
  std::int64_t alias() const;

 private:
  // The fields that some kind of line uses; any other is skipped.
  enum class Field : std::uint8_t {
    alias,
    annotation,
    args,
    dst,
    instruction,
    memory,
    mutate,
    name,
    result,
    src,
    time,
  };
  static constexpr std::size_t field_count = 11;
  static const std::array<std::string_view, field_count> field_names;
  static std::optional<Field> find_field(std::string_view name);

  void collect_fields(simdjson::dom::object object);
  LineKind find_kind() const;
  bool has(Field field) const { return present_[static_cast<std::size_t>(field)]; }
  // What a field holds. These throw InputError where it is missing or of another type.
  const simdjson::dom::element& get(Field field) const;
  std::string_view string_of(Field field) const;
  simdjson::dom::array array_of(Field field) const;
  std::int64_t integer_of(Field field) const;

  void read_operator(Instruction& instruction) const;
  // Gives the strings of an array to `take`, one by one.
  template <typename Take>
  void read_names(Field field, const Take& take) const;
  void read_mutated(std::vector<std::uint32_t>& mutated) const;

  std::string describe(Field field) const;  // "TIME of CALL"
  std::string describe_entry(Field field, std::size_t index) const;
  [[noreturn]] static void fail_type(const std::string& what, const simdjson::dom::element& value,
                                     std::string_view wanted);
  [[noreturn]] void fail_negative(Field field, std::int64_t number) const;

  simdjson::dom::parser parser_;
  LineKind kind_ = LineKind::annotate;
  std::array<simdjson::dom::element, field_count> fields_;
  std::array<bool, field_count> present_{};
};

}  // namespace rematfuzz
