// Choices as bytes: what libFuzzer and RapidCheck mutate, and what seeds are kept as.
//
// A choice of one takes no byte, of at most 256 one byte, of at most 65,536 two, and so on; lowest
// byte first, modulo the bound. So every string of bytes is a list of choices, however it is cut,
// and a change of one byte is a change of one choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/choices/choice_source.h"

namespace rematfuzz::fuzz {

class ByteChoices final : public ChoiceSource {
 public:
  // The bytes must outlive it.
  explicit ByteChoices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t draw(std::uint64_t bound) override;

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

// Appends the bytes from which ByteChoices draws `value`. REQUIRES: value < bound.
void append_choice(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::uint64_t bound);

}  // namespace rematfuzz::fuzz
