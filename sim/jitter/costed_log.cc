#include "sim/jitter/costed_log.h"

#include <cstddef>
#include <sstream>

#include "sim/base/error.h"
#include "sim/trace/instruction.h"
#include "sim/trace/log_reader.h"
#include "sim/trace/log_writer.h"

namespace rematfuzz {

namespace {

class CostedLog final : public InstructionSink {
 public:
  CostedLog(std::span<const Nanos> costs, std::ostream& out) : costs_(costs), out_(out) {}

  void restart() override {
    before_start_ = std::ostringstream();
    next_call_ = 0;
    started_ = true;
    Instruction start;
    start.name = start_annotation;
    write_instruction(out_, start);
  }

  void add(const Instruction& instruction) override {
    Instruction costed = instruction;
    if (makes_call(instruction.kind)) {
      if (next_call_ == costs_.size()) throw changed();
      const Nanos cost = costs_[next_call_++];
      if (instruction.kind != InstructionKind::constant) costed.cost = cost;
    }
    write_instruction(started_ ? out_ : before_start_, costed);
  }

  void end() override {
    if (next_call_ != costs_.size()) throw changed();
    if (!started_) out_ << before_start_.view();
  }

 private:
  static bool makes_call(InstructionKind kind) {
    return kind == InstructionKind::constant || kind == InstructionKind::call ||
           kind == InstructionKind::mutate;
  }
  static InputError changed() { return InputError("the log changed since it was read first"); }

  std::span<const Nanos> costs_;
  std::ostream& out_;
  // What counts only if no START comes.
  std::ostringstream before_start_;
  std::size_t next_call_ = 0;
  bool started_ = false;
};

}  // namespace

void write_costed_log(const std::string& path, std::span<const Nanos> costs, std::ostream& out) {
  CostedLog log(costs, out);
  read_instructions(path, log);
}

}  // namespace rematfuzz
