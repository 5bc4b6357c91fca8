// A set of storages for building other sets in: as fast as a dense bitset, emptied at the cost of
// what it holds.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/word_set.h"

namespace rematfuzz {

// A bitset that also knows which of its words are in use, so that reading it out and clearing it
// cost what it holds, not how large it is.
class ScratchSet {
 public:
  explicit ScratchSet(std::size_t capacity = 0) { fit(capacity); }
  // Makes room for storages below `capacity`. REQUIRES: it is empty.
  void fit(std::size_t capacity) {
    if (words_.size() > capacity / 64) return;
    words_.resize(capacity / 64 + 1);
    used_.resize(capacity / 4096 + 1);
  }

  // Whether it was new.
  bool insert(StorageId storage) {
    std::uint64_t& word = words_[storage / 64];
    const std::uint64_t bit = std::uint64_t{1} << (storage % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    used_[storage / 4096] |= std::uint64_t{1} << (storage / 64 % 64);
    return true;
  }

  // Removes and returns the smallest or the largest member; no_id: there is none.
  StorageId take_first() {
    for (std::size_t block = 0; block < used_.size(); ++block)
      if (used_[block] != 0) {
        const auto index = block * 64 + static_cast<std::size_t>(std::countr_zero(used_[block]));
        return take(index, std::countr_zero(words_[index]));
      }
    return no_id;
  }
  StorageId take_last() {
    for (std::size_t block = used_.size(); block-- > 0;)
      if (used_[block] != 0) {
        const auto index = block * 64 + static_cast<std::size_t>(std::bit_width(used_[block])) - 1;
        return take(index, static_cast<int>(std::bit_width(words_[index])) - 1);
      }
    return no_id;
  }

  // Adds all of `other`.
  void merge(const WordSet& other) {
    for (const WordSet::Word& word : other.words()) {
      words_[word.index] |= word.bits;
      used_[word.index / 64] |= std::uint64_t{1} << (word.index % 64);
    }
  }

  // Moves the members into `out`, leaving this set empty.
  void drain(WordSet& out);

 private:
  StorageId take(std::size_t index, int bit) {
    words_[index] &= ~(std::uint64_t{1} << bit);
    if (words_[index] == 0) used_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
    return static_cast<StorageId>(index * 64) + static_cast<StorageId>(bit);
  }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> used_;  // a bit for each word that is not 0
};

}  // namespace rematfuzz
