#include "sim/trace/name_table.h"

#include <functional>

#include "sim/base/fault.h"

namespace rematfuzz {

std::size_t NameTable::slot_of(std::string_view name) const {
  if (planted(Fault::names_end_early)) name = name.substr(0, 8);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(name)&mask;
  while (slots_[slot] != no_id && (*this)[slots_[slot]] != name) slot = (slot + 1) & mask;
  return slot;
}

void NameTable::grow() {
  slots_.assign(slots_.size() * 2, no_id);
  for (NameId id = 0; id < size(); ++id) slots_[slot_of((*this)[id])] = id;
}

NameId NameTable::intern(std::string_view name) {
  if (planted(Fault::names_end_early)) name = name.substr(0, 8);
  const NameId known = find(name);
  if (known != no_id) return known;
  if ((size() + 1) * 2 > slots_.size()) grow();
  const auto id = static_cast<NameId>(size());
  slots_[slot_of(name)] = id;
  chars_.insert(chars_.end(), name.begin(), name.end());
  begins_.push_back(chars_.size());
  return id;
}

NameId NameTable::find(std::string_view name) const { return slots_[slot_of(name)]; }

void NameTable::shrink_to_fit() {
  chars_.shrink_to_fit();
  begins_.shrink_to_fit();
}

}  // namespace rematfuzz
