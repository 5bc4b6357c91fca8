// One run of a trace in a test: settings by name, results that print themselves.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "sim/policy/policy_table.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz {

// How GoogleTest prints a result.
inline void PrintTo(const RunResult& result, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << name_of(result.result) << " clock " << result.clock << " model " << result.model_compute
       << " remat " << result.remat_compute << " peak " << result.peak_memory << " bottleneck "
       << result.bottleneck_memory << " constant " << result.constant_memory << " evals "
       << result.heuristic_evals << " accesses " << result.heuristic_accesses << " evictions "
       << result.evictions << " of " << result.evicted_storages << " storages:";
  for (const TensorId id : result.eviction_sequence) *out << ' ' << id;
}

}  // namespace rematfuzz

namespace rematfuzz::testing {

struct Setting {
  std::string runtime = "RuntimeV2";
  std::string policy = "LRU";
  Bytes budget = unlimited;
  Nanos remat_limit = std::numeric_limits<Nanos>::max();
  // Labels. Without an initializer, Setting{.budget = 3} would warn.
  std::vector<std::string> retained = {};  // NOLINT(readability-redundant-member-init)
  std::uint64_t seed = 0;
};

inline SimulatorOptions simulator_options(const Trace& trace, const Setting& setting) {
  SimulatorOptions options;
  options.remat_limit = setting.remat_limit;
  for (const std::string& label : setting.retained)
    options.retained.push_back(storage_of(trace, label));
  return options;
}

inline RunResult simulate(const Trace& trace, const Setting& setting) {
  const PolicyEntry& policy = find_policy(setting.policy);
  RunOptions options;
  options.budget = setting.budget;
  options.simulator = simulator_options(trace, setting);
  options.seed = setting.seed;
  return run_trace(trace, find_runtime(setting.runtime), policy.name, *policy.policy, options);
}

// The labels of what a run evicted, in order: "a b a".
inline std::string evictions_of(const Trace& trace, const RunResult& result) {
  std::string text;
  for (const TensorId root : result.eviction_sequence)
    text.append(text.empty() ? "" : " ").append(trace.label(root));
  return text;
}

// A runtime and a policy that it serves.
struct Pairing {
  const Runtime* runtime = nullptr;
  const PolicyEntry* policy = nullptr;
};

inline std::vector<Pairing> all_pairings() {
  std::vector<Pairing> pairings;
  for (const Runtime& runtime : runtime_table())
    for (const PolicyEntry& policy : policy_table())
      if (serves(runtime, *policy.policy)) pairings.push_back({&runtime, &policy});
  return pairings;
}

}  // namespace rematfuzz::testing
