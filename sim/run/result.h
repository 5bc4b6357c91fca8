// What a run came to: the quantities of a golden record, under its names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz {

enum class Outcome : std::uint8_t {
  pass,    // reached the end
  oom,     // memory + need > budget with nothing left to evict
  thrash,  // rematerialized more than the overhead limit allows
};

constexpr std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::oom:
      return "oom";
    case Outcome::thrash:
      return "thrash";
  }
  return "";
}

struct RunResult {
  Outcome result = Outcome::pass;
  Nanos clock = 0;
  Nanos model_compute = 0;
  Nanos remat_compute = 0;
  Bytes peak_memory = 0;
  Bytes bottleneck_memory = 0;
  Bytes constant_memory = 0;
  std::uint64_t heuristic_evals = 0;
  std::uint64_t heuristic_accesses = 0;
  std::uint64_t evictions = 0;
  std::uint64_t evicted_storages = 0;
  std::vector<TensorId> eviction_sequence;  // root tensor ids, in order
  // The smallest memory + need that did not fit; unlimited: all did. The run is the same at all
  // budgets from peak_memory to below this.
  Bytes smallest_refused = unlimited;
  // Decisions taken on a neighbourhood sum that differs from a fresh walk of the definition.
  std::uint64_t drift_decisions = 0;

  bool operator==(const RunResult&) const = default;
};

// The first 16 hex digits of the SHA-1 of the evicted storages' ids in order, joined by commas.
std::string eviction_sha1(const std::vector<TensorId>& sequence);

}  // namespace rematfuzz
