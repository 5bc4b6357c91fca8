#include <algorithm>
#include <vector>

#include "fuzz/engine/engines.h"
#include "fuzz/engine/limit.h"
#include "fuzz/program/program.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

namespace {

constexpr std::size_t operators = 10;
constexpr std::uint64_t largest = 3;

class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  Program make() {
    for (std::size_t i = 0; i < operators; ++i) {
      call(static_cast<NameNumber>(i));
      if (held_.size() > 1 && random_.below(3) == 0) release();
    }
    while (held_.size() > 2) release();
    return std::move(program_);
  }

 private:
  std::int64_t number() { return 1 + static_cast<std::int64_t>(random_.below(largest)); }

  void call(NameNumber name) {
    const Bytes size = number();
    const Nanos cost = number();
    Operation made = source_operation(size, cost);
    const std::size_t most = std::min<std::size_t>(held_.size(), 2);
    for (std::size_t args = random_.below(most + 1); args > 0; --args)
      made.args.push_back(
          held_[held_.size() - 1 - random_.below(std::min<std::size_t>(held_.size(), 4))]);
    program_.operations.push_back(std::move(made));
    held_.push_back(name);
  }

  void release() {
    const auto at = held_.begin() + static_cast<std::ptrdiff_t>(random_.below(held_.size()));
    program_.operations.push_back(operation_on(OperationKind::release, {*at}));
    held_.erase(at);
  }

  Random& random_;
  Program program_;
  std::vector<NameNumber> held_;
};

}  // namespace

void run_uniform(Session& session, const EngineOptions& options) {
  Random random(options.seed);
  const Limit limit(options);
  for (std::uint64_t run = 0; limit.allows(run); ++run)
    session.run(
        {.policy = static_cast<std::uint8_t>(random.below(session.search().policies().size())),
         .program = Generator(random).make()});
}

}  // namespace rematfuzz::fuzz
