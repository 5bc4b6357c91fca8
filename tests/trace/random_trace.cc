#include "tests/trace/random_trace.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/random.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {

namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, Views views) : random_(seed), views_(views) {
    bind_constant();
    bind_constant();
  }

  void add_instruction() {
    switch (random_.below(12)) {
      case 0:
        return bind_constant();
      case 1:
      case 2:
      case 3:
        return release_one();
      case 4:
        trace_.copy(fresh_name(), any_name());
        held_.push_back(last_name());
        return;
      case 5:
        return copy_from();
      case 6:
        return mutate();
      default:
        return call();
    }
  }

  std::size_t calls() const { return calls_; }

  // Little is held at the end, so that the program can run in much less than it takes at its peak.
  Trace build() {
    const std::size_t held = random_.below(4);
    while (held_.size() > held) release_any();
    return trace_.build();
  }

 private:
  std::string fresh_name() { return "t" + std::to_string(names_++); }
  std::string last_name() const { return "t" + std::to_string(names_ - 1); }
  const std::string& any_name() { return held_[random_.below(held_.size())]; }
  Bytes any_size() { return static_cast<Bytes>(random_.below(9)); }
  Nanos any_cost() { return static_cast<Nanos>(random_.below(7)); }

  std::vector<std::string> any_names(std::size_t count) {
    std::vector<std::string> names;
    names.reserve(count);
    for (std::size_t i = 0; i < count; ++i) names.push_back(any_name());
    return names;
  }

  void bind_constant() {
    trace_.constant(fresh_name(), any_size());
    held_.push_back(last_name());
    ++calls_;
  }

  void release_one() {
    if (held_.size() >= 3) release_any();
  }

  void release_any() {
    const std::size_t at = random_.below(held_.size());
    trace_.release(held_[at]);
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void copy_from() {
    const std::string& to = any_name();
    const std::string& from = any_name();
    if (to != from) trace_.copy_from(to, from);
  }

  void mutate() {
    std::vector<std::uint32_t> indices{0};
    const std::size_t args = 1 + random_.below(3);
    for (std::uint32_t i = 1; i < args; ++i)
      if (random_.below(2) == 0) indices.push_back(i);
    trace_.mutate(any_names(args), indices, any_cost());
    ++calls_;
  }

  void call() {
    std::size_t args = random_.below(4);
    if (views_ == Views::of_the_only_argument && random_.below(3) == 0) args = 1;
    const bool may_view = views_ == Views::of_any_argument || args == 1;
    const std::vector<std::string> names = any_names(args);
    std::vector<OutputSpec> results;
    std::vector<std::string> bound;
    const std::size_t count = 1 + random_.below(3);
    for (std::size_t i = 0; i < count; ++i) {
      bound.push_back(fresh_name());
      if (args > 0 && may_view && random_.below(4) == 0)
        results.push_back(view(bound.back(), static_cast<std::int64_t>(random_.below(args))));
      else
        results.push_back({bound.back(), any_size()});
    }
    trace_.call(names, results, any_cost());
    held_.insert(held_.end(), bound.begin(), bound.end());
    ++calls_;
  }

  Random random_;
  Views views_;
  TestTrace trace_;
  std::vector<std::string> held_;  // names, each with a reference of its own
  std::size_t names_ = 0;
  std::size_t calls_ = 0;
};

}  // namespace

Trace random_trace(std::uint64_t seed, std::size_t calls, Views views) {
  Generator generator(seed, views);
  while (generator.calls() < calls) generator.add_instruction();
  return generator.build();
}

}  // namespace rematfuzz::testing
