#include "fuzz/choices/odometer.h"

#include "sim/base/check.h"

namespace rematfuzz::fuzz {

std::uint64_t Odometer::draw(std::uint64_t bound) {
  REMATFUZZ_CHECK(bound > 0);
  if (next_ >= most_draws_) return 0;
  if (next_ == wheels_.size()) wheels_.push_back({.value = 0, .bound = bound});
  REMATFUZZ_CHECK(wheels_[next_].bound == bound);  // equal answers, equal questions
  return wheels_[next_++].value;
}

bool Odometer::advance() {
  wheels_.resize(next_);
  while (!wheels_.empty() && wheels_.back().value + 1 == wheels_.back().bound) wheels_.pop_back();
  if (wheels_.empty()) return false;
  ++wheels_.back().value;
  return true;
}

}  // namespace rematfuzz::fuzz
