#include "properties/programs.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "sim/trace/trace_builder.h"

namespace rematfuzz::properties {

namespace {

class Writer {
 public:
  explicit Writer(const std::vector<std::uint8_t>& numbers) : numbers_(numbers) { constant(); }

  Trace write() {
    while (next_ < numbers_.size()) instruction();
    return builder_.finish();
  }

 private:
  // One of 0 .. bound - 1; 0 where the numbers have run out.
  std::uint32_t take(std::uint32_t bound) {
    return next_ < numbers_.size() ? numbers_[next_++] % bound : 0;
  }

  void instruction() {
    switch (take(10)) {
      case 6:
        return release();
      case 7:
        return constant();
      case 8:
        return mutate();
      case 9:
        return copy();
      default:
        return call();
    }
  }

  std::string fresh() { return fmt::format("t{}", names_++); }
  const std::string& held() { return held_[held_.size() - 1 - take(count())]; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(held_.size()); }

  void bind(const Instruction& made) {
    builder_.add(made);
    for (const OutputSpec& output : made.outputs) held_.push_back(output.name);
  }

  void constant() {
    Instruction made;
    made.kind = InstructionKind::constant;
    made.outputs = {{fresh(), Bytes{take(6)}}};
    bind(made);
  }

  void call() {
    Instruction made;
    made.kind = InstructionKind::call;
    made.name = "f";
    made.cost = take(6);
    const std::uint32_t args = take(4);
    for (std::uint32_t i = 0; i < args; ++i) made.args.push_back(held());
    const std::uint32_t outputs = 1 + take(3) / 2 + take(4) / 3;
    for (std::uint32_t i = 0; i < outputs; ++i) {
      const bool is_view = args > 0 && take(6) == 5;
      made.outputs.push_back({fresh(), Bytes{take(9)}, is_view ? std::int64_t{take(args)} : -1});
    }
    bind(made);
  }

  void mutate() {
    Instruction made;
    made.kind = InstructionKind::mutate;
    made.name = "m";
    made.cost = take(6);
    made.args = {held()};
    made.mutated = {0};
    builder_.add(made);
  }

  void copy() {
    Instruction made;
    made.kind = InstructionKind::copy;
    made.name = fresh();
    made.source = held();
    builder_.add(made);
    held_.push_back(made.name);
  }

  // Something stays, for other instructions to take.
  void release() {
    if (held_.size() < 2) return;
    Instruction made;
    made.kind = InstructionKind::release;
    const auto at = static_cast<std::ptrdiff_t>(take(count()));
    made.name = held_[static_cast<std::size_t>(at)];
    held_.erase(held_.begin() + at);
    builder_.add(made);
  }

  const std::vector<std::uint8_t>& numbers_;
  std::size_t next_ = 0;
  TraceBuilder builder_;
  std::vector<std::string> held_;  // names with a reference
  std::size_t names_ = 0;
};

}  // namespace

Trace program(const std::vector<std::uint8_t>& numbers) { return Writer(numbers).write(); }

}  // namespace rematfuzz::properties
