// convert: a trace log as a trace text, or a text as a log.
#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/report/run_report.h"
#include "cli/text/output_file.h"
#include "cli/text/shell_word.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"
#include "sim/trace/input_file.h"
#include "sim/trace/instruction_sink.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/log_writer.h"
#include "sim/trace/trace_builder.h"
#include "sim/trace/trace_text_writer.h"

namespace rematfuzz::cli {

namespace {

constexpr const char* text_format = "text";
constexpr const char* log_format = "log";

struct ConvertArgs {
  std::string input;
  std::string output = "-";
  std::string to;  // empty: the other format than the input's
  bool json = false;
};

// Takes a trace and writes it in another format, in memory: what is wrong with it may come last.
class Converter final : public InstructionSink {
 public:
  // `to`: as ConvertArgs has it.
  explicit Converter(const std::string& to) : to_(to) {}

  void header(const TraceTextHeader& header) override { header_ = header; }
  void restart() override {
    builder_ = {};
    program_ = {};
    instructions_ = 0;
  }
  void add(const Instruction& instruction) override {
    builder_.add(instruction);
    write(instruction);
    ++instructions_;
  }
  void end() override { builder_.finish(); }

  const char* from() const { return header_ ? text_format : log_format; }
  const char* to() const {
    if (to_.empty()) return header_ ? log_format : text_format;
    return to_ == text_format ? text_format : log_format;
  }
  std::size_t instructions() const { return instructions_; }
  // How many fields of the header have no place in the output.
  std::size_t fields_left_out() const {
    return header_ && to() == log_format ? header_->fields.size() : 0;
  }

  // REQUIRES: the input was read to its end.
  void write_output(std::ostream& out) const {
    if (to() == text_format) {
      write_trace_text_header(out, header_.value_or(TraceTextHeader()));
    } else {
      Instruction start;
      start.name = start_annotation;
      write_instruction(out, start);
    }
    out << program_.view();
  }

 private:
  void write(const Instruction& instruction) {
    if (to() == text_format)
      write_trace_text_instruction(program_, instruction);
    else
      write_instruction(program_, instruction);
  }

  std::string to_;
  std::optional<TraceTextHeader> header_;  // none: the input is a log
  TraceBuilder builder_;                   // judges what comes
  std::ostringstream program_;
  std::size_t instructions_ = 0;
};

void note_losses(const ConvertArgs& args, const Converter& converter) {
  const std::size_t fields = converter.fields_left_out();
  if (fields == 0 || args.json) return;
  note(fmt::format("{}: a log has no header: {} field{} left out", display_name(args.input), fields,
                   fields == 1 ? "" : "s"));
}

void read_input(const ConvertArgs& args, Converter& converter) {
  if (!read_instructions(args.input, converter))
    note(fmt::format("{}: no START line; read from the first line", display_name(args.input)));
}

Json convert_json(const ConvertArgs& args, const Converter& converter) {
  Json json;
  json["trace"] = std::filesystem::path(args.output).filename().string();
  json["from"] = converter.from();
  json["to"] = converter.to();
  json["instructions"] = converter.instructions();
  json["fields_left_out"] = converter.fields_left_out();
  return json;
}

void convert_to_stdout(const ConvertArgs& args) {
  Converter converter(args.to);
  read_input(args, converter);
  converter.write_output(std::cout);
  if (!std::cout.flush()) throw stdout_error();
  note_losses(args, converter);
}

void convert_to_file(const ConvertArgs& args) {
  OutputFile file(args.output);
  Converter converter(args.to);
  read_input(args, converter);
  converter.write_output(file.stream());
  file.commit();
  note_losses(args, converter);
  if (args.json)
    print(json_text(convert_json(args, converter)));
  else
    note(fmt::format("wrote {}; next: rematfuzz info {}", args.output, shell_word(args.output)));
}

}  // namespace

std::function<int()> bind_convert(CLI::App& app) {
  auto args = std::make_shared<ConvertArgs>();
  app.add_option("INPUT", args->input,
                 "a trace log or a trace text (also .gz or .zst); - reads standard input")
      ->type_name("")
      ->required();
  app.add_option("-o,--output", args->output, "the file to write; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  app.add_option("--to", args->to,
                 "the format to write, by default the one that INPUT does not have; a log has no "
                 "room for a text's header, which is left out")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({log_format, text_format}));
  app.add_flag("--json", args->json, "one JSON object about the file written (needs -o FILE)");
  return [args]() -> int {
    const bool to_stdout = args->output == "-";
    if (args->json && to_stdout) throw InputError("--json needs a file for the trace: -o FILE");
    if (to_stdout)
      convert_to_stdout(*args);
    else
      convert_to_file(*args);
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
