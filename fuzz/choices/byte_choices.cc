#include "fuzz/choices/byte_choices.h"

#include "sim/base/check.h"

namespace rematfuzz::fuzz {

namespace {

constexpr int bits_of_a_byte = 8;

// How many bytes a choice of `bound` takes.
int bytes_of(std::uint64_t bound) {
  int bytes = 0;
  for (std::uint64_t largest = bound - 1; largest != 0; largest >>= bits_of_a_byte) ++bytes;
  return bytes;
}

}  // namespace

std::uint64_t ByteChoices::draw(std::uint64_t bound) {
  REMATFUZZ_CHECK(bound > 0);
  std::uint64_t value = 0;
  const int bytes = bytes_of(bound);
  for (int i = 0; i < bytes && next_ < bytes_.size(); ++i)
    value |= std::uint64_t{bytes_[next_++]} << (i * bits_of_a_byte);
  return value % bound;
}

void append_choice(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::uint64_t bound) {
  REMATFUZZ_CHECK(value < bound);
  const int count = bytes_of(bound);
  for (int i = 0; i < count; ++i)
    bytes.push_back(static_cast<std::uint8_t>(value >> (i * bits_of_a_byte)));
}

}  // namespace rematfuzz::fuzz
