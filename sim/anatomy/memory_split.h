// What the memory in use is made of, by what keeps it there.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/state.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

struct MemoryPart {
  Bytes bytes = 0;
  std::uint64_t storages = 0;  // those of 0 bytes, too

  void add(Bytes size) {
    bytes += size;
    ++storages;
  }
  MemoryPart& operator+=(const MemoryPart& other) {
    bytes += other.bytes;
    storages += other.storages;
    return *this;
  }

  bool operator==(const MemoryPart&) const = default;
};

// Every material storage is in exactly one part, so the parts add up to the memory in use.
struct MemorySplit {
  MemoryPart pinned;     // for good: constants, and what the program holds at its end
  MemoryPart locked;     // for now: an argument of a pending call, and not pinned
  MemoryPart evictable;  // in the pool
  MemoryPart kept_out;   // neither: the policy is never offered it (SimulatorOptions::retained)

  // What the publications call pinned memory (arXiv:2610.14369).
  MemoryPart not_evictable() const {
    MemoryPart part = pinned;
    return part += locked;
  }
  MemoryPart in_use() const {
    MemoryPart part = not_evictable();
    return (part += evictable) += kept_out;
  }

  bool operator==(const MemorySplit&) const = default;
};

enum class Keeper : std::uint8_t { pinned, locked, evictable, kept_out };

// REQUIRES: the storage is material.
Keeper keeper_of(const State& state, StorageId storage);

MemorySplit split_memory(const Trace& trace, const State& state);

// The storages of one part, in the order of their ids.
std::vector<StorageId> storages_kept(const Trace& trace, const State& state, Keeper keeper);

}  // namespace rematfuzz
