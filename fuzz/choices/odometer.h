// All choices, one after the other: an exhaustive enumeration of what a decoder can make.
//
// An odometer whose wheels are the draws: each round answers what the last one answered, but for
// the last wheel that had a choice left, which moves on by one; wheels after it start at 0 again.
// How many there are and how far each goes may depend on what was drawn before them.
//
//   Odometer odometer;
//   do { odometer.begin(); ... draw ... } while (odometer.advance());
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/choices/choice_source.h"

namespace rematfuzz::fuzz {

class Odometer final : public ChoiceSource {
 public:
  // Draws past the first `most_draws` of a round are answered with 0 and not varied: a scope where
  // a decoder has no end of its own.
  explicit Odometer(std::size_t most_draws = SIZE_MAX) : most_draws_(most_draws) {}

  // A round begins.
  void begin() { next_ = 0; }

  std::uint64_t draw(std::uint64_t bound) override;

  // To the next round; false: that was the last one. REQUIRES: a round was drawn.
  bool advance();

 private:
  struct Wheel {
    std::uint64_t value = 0;
    std::uint64_t bound = 1;
  };

  std::size_t most_draws_;
  std::vector<Wheel> wheels_;
  std::size_t next_ = 0;
};

}  // namespace rematfuzz::fuzz
