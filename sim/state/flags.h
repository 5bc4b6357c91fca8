// A flag for each storage, or each tensor, as bits: 64 of them are read, compared and copied at
// once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rematfuzz {

class Flags {
 public:
  using Word = std::uint64_t;

  explicit Flags(std::size_t count = 0) : words_(count / 64 + 1, 0) {}
  // As if made anew; memory is kept. So it is with every restart().
  void restart(std::size_t count) { words_.assign(count / 64 + 1, 0); }

  // REQUIRES: index < count.
  bool operator[](std::size_t index) const { return (words_[index / 64] >> (index % 64) & 1) != 0; }
  void set(std::size_t index, bool is) {
    const Word bit = Word{1} << (index % 64);
    if (is)
      words_[index / 64] |= bit;
    else
      words_[index / 64] &= ~bit;
  }

  // How many are set.
  std::size_t count() const {
    std::size_t count = 0;
    for (const Word word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }

  // Flag 64 * i + j is bit j of word i; what is past the count is 0.
  const std::vector<Word>& words() const { return words_; }

  bool operator==(const Flags&) const = default;

 private:
  std::vector<Word> words_;
};

}  // namespace rematfuzz
