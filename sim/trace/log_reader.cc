#include "sim/trace/log_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/byte_source.h"
#include "sim/trace/input_file.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/log_group.h"
#include "sim/trace/log_line.h"
#include "sim/trace/trace_builder.h"
#include "sim/trace/trace_text_reader.h"

namespace rematfuzz {

namespace {

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = std::min(rest_.size(), buffer.size());
    std::copy_n(rest_.begin(), size, buffer.begin());
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view rest_;
};

class TraceSink final : public InstructionSink {
 public:
  void restart() override { builder_ = TraceBuilder(); }
  void add(const Instruction& instruction) override { builder_.add(instruction); }
  void end() override { trace_ = builder_.finish(); }

  Trace take() { return std::move(trace_); }

 private:
  TraceBuilder builder_;
  Trace trace_;
};

// Reads one log into a sink.
class LogParser {
 public:
  LogParser(LineReader& lines, InstructionSink& sink) : lines_(lines), sink_(sink) {}

  // Says whether there is a START. `any`: whether the reader stands at a line, the first.
  bool run(bool any) {
    for (bool more = any; more; more = lines_.next()) take_line();
    finish();
    return has_start_;
  }

 private:
  void take_line() {
    parse_line();
    if (!has_start_ && line_.is_start()) return restart();
    if (deferred_.has_value()) return;
    try {
      take_instruction();
    } catch (const InputError& error) {
      report(lines_.error(problem_line_, error.what()));
    }
  }

  void parse_line() {
    try {
      line_.parse(lines_.text(), lines_.terminated());
    } catch (const InputError& error) {
      throw lines_.error(lines_.number(), error.what());
    }
  }

  void take_instruction() {
    problem_line_ = lines_.number();
    if (!group_.incomplete()) first_line_ = lines_.number();
    if (!group_.take(line_)) return;
    problem_line_ = first_line_;
    sink_.add(group_.instruction());
  }

  // A problem counts at once after START, else only if no START comes.
  void report(const InputError& error) {
    if (has_start_) throw error;
    deferred_ = error;
  }

  void restart() {
    has_start_ = true;
    deferred_.reset();
    group_.clear();
    sink_.restart();
  }

  void finish() {
    if (deferred_.has_value()) throw *deferred_;
    const std::uint64_t last = std::max<std::uint64_t>(lines_.number(), 1);
    if (lines_.number() == 0) throw lines_.error(last, "the log is empty");
    if (group_.incomplete())
      throw lines_.error(last, "the log ends where " + group_.missing() + " belongs");
    try {
      sink_.end();
    } catch (const InputError& error) {
      throw lines_.error(last, error.what());
    }
  }

  LineReader& lines_;
  InstructionSink& sink_;
  LogLine line_;
  LogGroup group_;
  std::uint64_t first_line_ = 0;    // of the instruction that was begun last
  std::uint64_t problem_line_ = 0;  // to which a problem that shows up now belongs
  bool has_start_ = false;
  std::optional<InputError> deferred_;
};

bool read_lines(ByteSource& source, std::string name, InstructionSink& sink) {
  LineReader lines(source, std::move(name));
  const bool any = lines.next();
  if (!any || !is_trace_text(lines.text())) return LogParser(lines, sink).run(any);
  read_trace_text(lines, sink);
  return true;
}

}  // namespace

bool read_instructions(const std::string& path, InstructionSink& sink) {
  InputFile file(path);
  return read_lines(file, file.name(), sink);
}

bool read_instructions_text(std::string_view text, const std::string& name, InstructionSink& sink) {
  TextSource source(text);
  return read_lines(source, printable(name), sink);
}

std::optional<TraceTextHeader> read_trace_header(const std::string& path) {
  InputFile file(path);
  LineReader lines(file, file.name());
  if (!lines.next() || !is_trace_text(lines.text())) return std::nullopt;
  return read_trace_text_header(lines);
}

LogReadResult read_log(const std::string& path) {
  TraceSink sink;
  const bool has_start = read_instructions(path, sink);
  return {sink.take(), has_start};
}

LogReadResult read_log_text(std::string_view text, const std::string& name) {
  TraceSink sink;
  const bool has_start = read_instructions_text(text, name, sink);
  return {sink.take(), has_start};
}

}  // namespace rematfuzz
