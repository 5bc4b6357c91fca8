#include "sim/state/word_set.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rematfuzz {

namespace {

auto find_word(auto& words, std::uint32_t index) {
  return std::lower_bound(
      words.begin(), words.end(), index,
      [](const WordSet::Word& word, std::uint32_t wanted) { return word.index < wanted; });
}

constexpr std::uint64_t bit_of(StorageId storage) { return std::uint64_t{1} << (storage % 64); }

}  // namespace

std::size_t WordSet::size() const {
  std::size_t size = 0;
  for (const Word& word : words_) size += static_cast<std::size_t>(std::popcount(word.bits));
  return size;
}

bool WordSet::contains(StorageId storage) const {
  const auto at = find_word(words_, storage / 64);
  return at != words_.end() && at->index == storage / 64 && (at->bits & bit_of(storage)) != 0;
}

void WordSet::insert(StorageId storage) {
  const auto at = find_word(words_, storage / 64);
  if (at != words_.end() && at->index == storage / 64)
    at->bits |= bit_of(storage);
  else
    words_.insert(at, {storage / 64, bit_of(storage)});
}

bool WordSet::erase(StorageId storage) {
  const auto at = find_word(words_, storage / 64);
  if (at == words_.end() || at->index != storage / 64 || (at->bits & bit_of(storage)) == 0)
    return false;
  at->bits &= ~bit_of(storage);
  if (at->bits == 0) words_.erase(at);
  return true;
}

void WordSet::merge(const WordSet& other) {
  if (other.words_.empty()) return;
  if (words_.empty()) {
    words_ = other.words_;
    return;
  }
  // Merges from behind, in place, after making room for the words that only `other` has.
  std::size_t extra = 0;
  for (std::size_t mine = 0; const Word& word : other.words_) {
    while (mine < words_.size() && words_[mine].index < word.index) ++mine;
    if (mine == words_.size() || words_[mine].index != word.index) ++extra;
  }
  std::size_t mine = words_.size();
  std::size_t theirs = other.words_.size();
  words_.resize(words_.size() + extra);
  std::size_t next = words_.size();
  while (theirs > 0) {
    const Word& word = other.words_[theirs - 1];
    if (mine > 0 && words_[mine - 1].index > word.index) {
      words_[--next] = words_[--mine];
    } else if (mine > 0 && words_[mine - 1].index == word.index) {
      --mine;
      --theirs;
      words_[--next] = {word.index, words_[mine].bits | word.bits};
    } else {
      --theirs;
      words_[--next] = word;
    }
  }
}

}  // namespace rematfuzz
