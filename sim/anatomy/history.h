// What a run did, in order: enough to lay two runs side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/anatomy/observe.h"
#include "sim/anatomy/pressure.h"
#include "sim/base/types.h"
#include "sim/run/result.h"

namespace rematfuzz {

struct Eviction {
  StorageId storage = 0;
  EvictionCause cause = EvictionCause::choice;
  std::size_t step = 0;     // an index into Trace::steps
  TensorId target = no_id;  // choice: what it makes room for

  bool operator==(const Eviction&) const = default;
};

// A comparison of memory + need with a budget.
struct Comparison {
  std::size_t step = 0;  // an index into Trace::steps
  std::size_t depth = 0;
  TensorId target = 0;  // of the ready call
  Bytes memory = 0;
  Bytes need = 0;

  Bytes request() const { return memory + need; }

  bool operator==(const Comparison&) const = default;
};

// Calls of one operator that were computed again.
struct Rework {
  std::uint64_t calls = 0;
  Nanos cost = 0;

  bool operator==(const Rework&) const = default;
};

struct History {
  RunResult result;
  Pressure pressure;
  std::vector<Eviction> evictions;
  std::vector<Rework> rework;  // by NameId of the operator
  // The first comparison that `other_budget` answers differently.
  std::optional<Comparison> parting;

  std::uint64_t choices() const;
  // How often each storage was evicted, by StorageId.
  std::vector<std::uint64_t> evictions_by_storage(std::size_t storages) const;

  bool operator==(const History&) const = default;
};

// Runs at options.budget. Throws InputError as run_trace does.
History record_run(const Subject& subject, const RunOptions& options, Bytes other_budget);

}  // namespace rematfuzz
