#include "sim/state/classes.h"

#include <utility>

#include "sim/base/check.h"
#include "sim/base/hash.h"

namespace rematfuzz {

Classes::Node Classes::make(Nanos value) {
  if (parent_.size() >= sweep_at_) sweep();
  const auto node = static_cast<Node>(parent_.size());
  parent_.push_back(node);
  count_.push_back(1);
  value_.push_back(value);
  return node;
}

void Classes::add(StorageId storage, Nanos value) {
  REMATFUZZ_CHECK(node_[storage] == no_id);
  node_[storage] = make(value);
}

void Classes::join(StorageId a, StorageId b) {
  Node into = class_of(a);
  Node from = class_of(b);
  if (into == from) return;
  if (count_[into] < count_[from]) std::swap(into, from);
  parent_[from] = into;
  count_[into] += count_[from];
  value_[into] += value_[from];
}

void Classes::remove(StorageId storage, Nanos value) {
  REMATFUZZ_CHECK(node_[storage] != no_id);
  value_[class_of(storage)] -= value;
  node_[storage] = no_id;
}

Classes::Canonical Classes::canonical() const {
  Canonical canonical;
  canonical.number.assign(node_.size(), no_id);
  std::vector<std::uint32_t> number(parent_.size(), no_id);
  for (std::size_t s = 0; s < node_.size(); ++s) {
    if (node_[s] == no_id) continue;
    const Node top = root(node_[s]);
    if (number[top] == no_id) {
      number[top] = static_cast<std::uint32_t>(canonical.value.size());
      canonical.value.push_back(value_[top]);
    }
    canonical.number[s] = number[top];
  }
  return canonical;
}

void Classes::sweep() {
  Canonical kept = canonical();
  const auto classes = static_cast<Node>(kept.value.size());
  parent_.resize(classes);
  for (Node node = 0; node < classes; ++node) parent_[node] = node;
  count_.assign(classes, 0);
  value_ = std::move(kept.value);
  node_ = std::move(kept.number);
  for (const Node node : node_)
    if (node != no_id) ++count_[node];
  // Each sweep looks at every storage, so at least as many nodes must come before the next one.
  constexpr std::size_t few = 64;
  sweep_at_ = classes + node_.size() + few;
}

bool Classes::operator==(const Classes& other) const {
  if (!maintained() && !other.maintained()) return true;
  return canonical() == other.canonical();
}

std::uint64_t Classes::hash() const {
  const Canonical values = canonical();
  return mix_range(mix_range(0, values.number), values.value);
}

}  // namespace rematfuzz
