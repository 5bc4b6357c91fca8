// When an engine has done enough.
#pragma once

#include <chrono>
#include <cstdint>

#include "fuzz/engine/engine.h"

namespace rematfuzz::fuzz {

class Limit {
 public:
  explicit Limit(const EngineOptions& options)
      : runs_(options.runs), seconds_(options.seconds), started_(Clock::now()) {}

  // Whether one more input may be run.
  bool allows(std::uint64_t runs_done) const {
    if (runs_ > 0 && runs_done >= runs_) return false;
    return seconds_ <= 0 ||
           std::chrono::duration<double>(Clock::now() - started_).count() < seconds_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t runs_;
  double seconds_;
  Clock::time_point started_;
};

}  // namespace rematfuzz::fuzz
