#include "sim/anatomy/memory_split.h"

namespace rematfuzz {

namespace {

MemoryPart& part_of(MemorySplit& split, Keeper keeper) {
  switch (keeper) {
    case Keeper::pinned:
      return split.pinned;
    case Keeper::locked:
      return split.locked;
    case Keeper::evictable:
      return split.evictable;
    case Keeper::kept_out:
      break;
  }
  return split.kept_out;
}

}  // namespace

Keeper keeper_of(const State& state, StorageId storage) {
  // The pool first: what RuntimeV1 banished can come back to it, and is marked as pinned still.
  if (state.pool.contains(storage)) return Keeper::evictable;
  if (state.locks[storage] == 0) return Keeper::kept_out;
  return state.pinned[storage] ? Keeper::pinned : Keeper::locked;
}

MemorySplit split_memory(const Trace& trace, const State& state) {
  MemorySplit split;
  for (StorageId storage = 0; storage < trace.storages.size(); ++storage)
    if (state.material[storage])
      part_of(split, keeper_of(state, storage)).add(trace.storages[storage].size);
  return split;
}

std::vector<StorageId> storages_kept(const Trace& trace, const State& state, Keeper keeper) {
  std::vector<StorageId> storages;
  for (StorageId storage = 0; storage < trace.storages.size(); ++storage)
    if (state.material[storage] && keeper_of(state, storage) == keeper) storages.push_back(storage);
  return storages;
}

}  // namespace rematfuzz
