#include "fuzz/engine/elites.h"

namespace rematfuzz::fuzz {

Input Elites::draw(Random& random, std::size_t most_operators) {
  const auto& entries = archive_.entries();
  if (known_.size() != entries.size()) {
    known_.clear();
    for (const auto& [key, discovery] : entries) known_.push_back(&discovery);
  }
  return decode_input(known_[random.below(known_.size())]->input, most_operators);
}

}  // namespace rematfuzz::fuzz
