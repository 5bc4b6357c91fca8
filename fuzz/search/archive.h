// What a search has found so far: of each cell and mechanism the largest effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "fuzz/search/search.h"
#include "sim/anatomy/mechanism.h"

namespace rematfuzz::fuzz {

// An input that shows something.
struct Discovery {
  std::uint32_t cell = 0;
  Effect effect;
  Mechanism mechanism;  // of cells that are findings; else the default
  std::size_t operators = 0;
  std::vector<std::uint8_t> input;
};

class Archive {
 public:
  // Whether it is worth to be kept: the first of its cell and mechanism, an effect larger by a
  // fiftieth, or one that is not smaller of fewer operators.
  bool is_news(const Discovery& discovery) const;
  // Whether there is one of its cell and mechanism.
  bool knows(const Discovery& discovery) const { return entries_.contains(key_of(discovery)); }
  // Keeps it if it is. Says whether it was.
  bool add(const Discovery& discovery);

  using Key = std::pair<std::uint32_t, std::uint32_t>;  // cell, mechanism's index
  static Key key_of(const Discovery& discovery) {
    return {discovery.cell, mechanism_index(discovery.mechanism)};
  }
  // None of them is ever lost.
  const std::map<Key, Discovery>& entries() const { return entries_; }

 private:
  std::map<Key, Discovery> entries_;
};

}  // namespace rematfuzz::fuzz
