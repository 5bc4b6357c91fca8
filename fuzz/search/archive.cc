#include "fuzz/search/archive.h"

namespace rematfuzz::fuzz {

bool Archive::is_news(const Discovery& discovery) const {
  constexpr double worth = 1.02;
  const auto found = entries_.find(key_of(discovery));
  if (found == entries_.end()) return true;
  const Discovery& known = found->second;
  if (discovery.effect.size >= worth * known.effect.size) return true;
  return discovery.effect.size >= known.effect.size && discovery.operators < known.operators;
}

bool Archive::add(const Discovery& discovery) {
  if (!is_news(discovery)) return false;
  entries_[key_of(discovery)] = discovery;
  return true;
}

}  // namespace rematfuzz::fuzz
