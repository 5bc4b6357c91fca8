// Two runs side by side: what they evicted, and what they computed again.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/anatomy/history.h"
#include "sim/base/types.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// The storages that the runs evicted, as sets.
struct EvictedSets {
  std::uint64_t both = 0;
  std::uint64_t either = 0;

  // Both over either; 1 for two empty sets.
  double jaccard() const {
    return either == 0 ? 1 : static_cast<double>(both) / static_cast<double>(either);
  }

  bool operator==(const EvictedSets&) const = default;
};

EvictedSets compare_evicted(const Trace& trace, const std::array<History, 2>& runs);

struct StorageEvictions {
  StorageId storage = 0;
  std::array<std::uint64_t, 2> evictions{};  // a run

  bool operator==(const StorageEvictions&) const = default;
};

// Storages that a run evicted more than once, at most `most` of them: those first that a run
// evicted most often, of equal ones the older.
std::vector<StorageEvictions> most_evicted(const Trace& trace, const std::array<History, 2>& runs,
                                           std::size_t most);

struct OperatorRework {
  NameId name = 0;  // of the operator
  std::array<Rework, 2> rework{};

  bool operator==(const OperatorRework&) const = default;
};

// Operators that a run computed again, at most `most` of them: those first that cost a run most.
std::vector<OperatorRework> most_reworked(const std::array<History, 2>& runs, std::size_t most);

}  // namespace rematfuzz
