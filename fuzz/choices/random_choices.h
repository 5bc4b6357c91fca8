// Choices at random, from a seed.
#pragma once

#include <cstdint>

#include "fuzz/choices/choice_source.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

class RandomChoices final : public ChoiceSource {
 public:
  explicit RandomChoices(std::uint64_t seed) : random_(seed) {}

  std::uint64_t draw(std::uint64_t bound) override { return random_.below(bound); }

 private:
  Random random_;
};

}  // namespace rematfuzz::fuzz
