#include "fuzz/search/archive.h"

namespace rematfuzz::fuzz {

namespace {

Archive::Key key_of(const Discovery& discovery) {
  return {discovery.cell, mechanism_index(discovery.mechanism)};
}

}  // namespace

bool Archive::is_news(const Discovery& discovery) const {
  constexpr double worth = 1.1;
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
