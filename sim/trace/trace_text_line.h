// One line of a trace text's program, which states one instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/instruction.h"
#include "sim/trace/trace_text_lexer.h"

namespace rematfuzz {

// One object serves all lines of a text: it keeps its memory. InputErrors say what is wrong, not
// where.
class TraceTextLine {
 public:
  // Puts the line's instruction into `instruction`, replacing all of it. False: the line states
  // none, it is blank or a comment. REQUIRES: line_padding readable bytes follow the line. Throws
  // InputError where the line is not one of the language, which it may be without meaning anything
  // at its place.
  bool read(std::string_view line, Instruction& instruction);

 private:
  void read_instruction(Instruction& made);
  void read_release(Instruction& made);
  void read_annotate(Instruction& made);
  void read_mutate(Instruction& made);
  // These begin behind the token given, the first of the line.
  void read_binding(Instruction& made, const Token& first);
  void read_copy_from(Instruction& made, const Token& first);
  void read_constant(Instruction& made);
  void read_copy(Instruction& made, const Token& source);
  // Begins at the arguments; what the call binds is in `made` already.
  void read_call(Instruction& made, const Token& op);

  void read_args(Instruction& made);
  void read_sizes(Instruction& made);
  void read_changes(Instruction& made);
  void read_cost(Instruction& made);

  // An output without its name: a size or a view.
  OutputSpec take_spec(const Instruction& call);
  std::int64_t take_viewed(const Instruction& call);
  std::uint32_t take_changed(const Instruction& mutate);
  // The index of the argument that stands there, by its name or its number.
  std::int64_t take_argument(const Instruction& instruction);
  std::int64_t take_number(std::string_view wanted);
  std::string take_name() { return name_of(lexer_.take()); }

  bool take_mark(std::string_view mark);
  bool take_keyword(std::string_view keyword);
  void expect_mark(std::string_view mark);
  void expect_keyword(std::string_view keyword);
  // `wanted`: what else could stand there.
  void expect_end(std::string_view wanted);

  static std::string name_of(const Token& token);
  static std::string operator_of(const Token& token);

  TraceTextLexer lexer_;
};

}  // namespace rematfuzz
