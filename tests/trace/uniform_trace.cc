#include "tests/trace/uniform_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/random.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz::testing {

namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  void call() {
    Instruction call;
    call.kind = InstructionKind::call;
    call.name = "f";
    call.cost = one_to_three();
    const std::size_t most = std::min<std::size_t>(held_.size(), 2);
    for (std::size_t args = random_.below(most + 1); args > 0; --args)
      call.args.push_back(recent());
    const std::string name = fmt::format("t{}", names_++);
    call.outputs.push_back({.name = name, .memory = one_to_three()});
    builder_.add(call);
    held_.push_back(name);
  }

  void maybe_release() {
    if (held_.size() > 1 && random_.below(3) == 0) release();
  }

  Trace finish() {
    while (held_.size() > 2) release();
    return builder_.finish();
  }

 private:
  std::int64_t one_to_three() { return 1 + static_cast<std::int64_t>(random_.below(3)); }
  const std::string& recent() {
    return held_[held_.size() - 1 - random_.below(std::min<std::size_t>(held_.size(), 4))];
  }
  void release() {
    const std::size_t at = random_.below(held_.size());
    Instruction release;
    release.kind = InstructionKind::release;
    release.name = held_[at];
    builder_.add(release);
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  Random random_;
  TraceBuilder builder_;
  std::vector<std::string> held_;
  std::size_t names_ = 0;
};

}  // namespace

Trace uniform_trace(std::uint64_t seed, std::size_t operators) {
  Generator generator(seed);
  for (std::size_t i = 0; i < operators; ++i) {
    generator.call();
    generator.maybe_release();
  }
  return generator.finish();
}

}  // namespace rematfuzz::testing
