#include "sim/anatomy/side_by_side.h"

#include <algorithm>

namespace rematfuzz {

namespace {

std::vector<StorageEvictions> evictions_of(const Trace& trace, const std::array<History, 2>& runs) {
  const std::size_t storages = trace.storages.size();
  const auto first = runs[0].evictions_by_storage(storages);
  const auto second = runs[1].evictions_by_storage(storages);
  std::vector<StorageEvictions> counts;
  counts.reserve(storages);
  for (StorageId storage = 0; storage < storages; ++storage)
    counts.push_back({.storage = storage, .evictions = {first[storage], second[storage]}});
  return counts;
}

std::uint64_t larger(const StorageEvictions& counts) {
  return std::max(counts.evictions[0], counts.evictions[1]);
}

Nanos larger(const OperatorRework& work) {
  return std::max(work.rework[0].cost, work.rework[1].cost);
}

std::uint32_t id_of(const StorageEvictions& counts) { return counts.storage; }
std::uint32_t id_of(const OperatorRework& work) { return work.name; }

template <class Item>
void keep_largest(std::vector<Item>& items, std::size_t most) {
  std::ranges::sort(items, [](const Item& a, const Item& b) {
    return larger(a) != larger(b) ? larger(a) > larger(b) : id_of(a) < id_of(b);
  });
  if (items.size() > most) items.resize(most);
}

}  // namespace

EvictedSets compare_evicted(const Trace& trace, const std::array<History, 2>& runs) {
  EvictedSets sets;
  for (const StorageEvictions& counts : evictions_of(trace, runs)) {
    sets.both += counts.evictions[0] > 0 && counts.evictions[1] > 0 ? 1U : 0U;
    sets.either += counts.evictions[0] > 0 || counts.evictions[1] > 0 ? 1U : 0U;
  }
  return sets;
}

std::vector<StorageEvictions> most_evicted(const Trace& trace, const std::array<History, 2>& runs,
                                           std::size_t most) {
  std::vector<StorageEvictions> counts = evictions_of(trace, runs);
  std::erase_if(counts, [](const StorageEvictions& one) { return larger(one) < 2; });
  keep_largest(counts, most);
  return counts;
}

std::vector<OperatorRework> most_reworked(const std::array<History, 2>& runs, std::size_t most) {
  std::vector<OperatorRework> all;
  for (NameId name = 0; name < runs[0].rework.size(); ++name) {
    const OperatorRework one{.name = name, .rework = {runs[0].rework[name], runs[1].rework[name]}};
    if (one.rework[0].calls > 0 || one.rework[1].calls > 0) all.push_back(one);
  }
  keep_largest(all, most);
  return all;
}

}  // namespace rematfuzz
