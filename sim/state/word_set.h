// A set of storages as the nonzero 64-bit words of a bitset, in ascending order.
//
// Evicted neighbourhoods consist of stretches of neighbouring ids, so most words hold many members:
// set operations run a word at a time, as on a dense bitset, while a set costs memory in proportion
// to what it holds (dense bitsets of an LSTM state would take 14 MB).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/bits.h"
#include "sim/base/types.h"

namespace rematfuzz {

class WordSet {
 public:
  struct Word {
    std::uint32_t index = 0;  // of the first id, divided by 64
    std::uint64_t bits = 0;   // never 0

    bool operator==(const Word&) const = default;
  };

  bool empty() const { return words_.empty(); }
  std::size_t size() const;
  bool contains(StorageId storage) const;
  void clear() { words_.clear(); }

  // Adds a word behind all others. REQUIRES: index above all present ones, bits != 0.
  void push_word(std::uint32_t index, std::uint64_t bits) { words_.push_back({index, bits}); }

  // Adds bits to the last word or behind it. REQUIRES: index not below any present one, bits != 0.
  void push_bits(std::uint32_t index, std::uint64_t bits) {
    if (!words_.empty() && words_.back().index == index)
      words_.back().bits |= bits;
    else
      push_word(index, bits);
  }

  void insert(StorageId storage);
  // Whether it was a member.
  bool erase(StorageId storage);
  void merge(const WordSet& other);

  std::span<const Word> words() const { return words_; }

  // Calls visit(StorageId) in ascending order. The set must not change meanwhile.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Word& word : words_) visit_bits(word, visit);
  }

  // Calls visit(StorageId), ascending, for each member that `other` does not have.
  template <class Visit>
  void for_each_not_in(const WordSet& other, Visit visit) const {
    auto theirs = other.words_.begin();
    for (Word word : words_) {
      while (theirs != other.words_.end() && theirs->index < word.index) ++theirs;
      if (theirs != other.words_.end() && theirs->index == word.index) word.bits &= ~theirs->bits;
      visit_bits(word, visit);
    }
  }

  bool operator==(const WordSet&) const = default;

 private:
  template <class Visit>
  static void visit_bits(Word word, Visit& visit) {
    for_each_bit(word.bits,
                 [&](std::size_t bit) { visit(word.index * 64 + static_cast<StorageId>(bit)); });
  }

  std::vector<Word> words_;
};

}  // namespace rematfuzz
