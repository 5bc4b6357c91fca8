// Fuzzes trace texts: any bytes, as a text or a log, give an InputError of one line or instructions
// that are the same once they were written, as a text or a log, and read again.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"
#include "sim/trace/instruction_sink.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/log_writer.h"
#include "sim/trace/trace_text.h"
#include "sim/trace/trace_text_writer.h"

namespace {

using rematfuzz::Instruction;
using rematfuzz::TraceTextHeader;

[[noreturn]] void fail(const char* what, const std::string& detail) {
  std::fprintf(stderr, "fuzz_trace_text: %s: %s\n", what, detail.c_str());
  std::abort();
}

// All that a file says, whether it makes sense or not.
class Contents final : public rematfuzz::InstructionSink {
 public:
  void header(const TraceTextHeader& header) override { header_ = header; }
  void restart() override { instructions_.clear(); }
  void add(const Instruction& instruction) override { instructions_.push_back(instruction); }
  void end() override {}

  // The header does not count where one of the two has none.
  bool operator==(const Contents& other) const {
    const bool both = header_.has_value() && other.header_.has_value();
    return instructions_ == other.instructions_ && (!both || header_ == other.header_);
  }

  std::string as_text() const {
    std::ostringstream out;
    rematfuzz::write_trace_text_header(out, header_.value_or(TraceTextHeader()));
    for (const Instruction& instruction : instructions_)
      rematfuzz::write_trace_text_instruction(out, instruction);
    return out.str();
  }

  std::string as_log() const {
    std::ostringstream out;
    Instruction start;
    start.name = rematfuzz::start_annotation;
    rematfuzz::write_instruction(out, start);
    for (const Instruction& instruction : instructions_)
      rematfuzz::write_instruction(out, instruction);
    return out.str();
  }

 private:
  std::optional<TraceTextHeader> header_;
  std::vector<Instruction> instructions_;
};

// False: the bytes are refused.
bool read(std::string_view bytes, Contents& contents) {
  try {
    rematfuzz::read_instructions_text(bytes, "input", contents);
    return true;
  } catch (const rematfuzz::InputError& error) {
    const std::string_view message = error.what();
    if (!message.starts_with("input:") || message.find('\n') != std::string_view::npos)
      fail("not a one-line message that names the place", std::string(message));
    return false;
  }
}

void expect_same(const Contents& contents, const std::string& written) {
  Contents again;
  if (!read(written, again)) fail("what was written is refused", written);
  if (!(again == contents)) fail("what was written says something else", written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 1 << 16;  // longer ones only repeat what shorter ones do
  if (size > longest) return 0;
  Contents contents;
  if (!read({reinterpret_cast<const char*>(data), size}, contents)) return 0;
  expect_same(contents, contents.as_text());
  expect_same(contents, contents.as_log());
  return 0;
}
