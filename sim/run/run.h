// One run of a trace at one budget, from start to end.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/base/types.h"
#include "sim/policy/policy.h"
#include "sim/run/result.h"
#include "sim/run/runtime.h"
#include "sim/run/simulator.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

struct RunOptions {
  Bytes budget = unlimited;
  SimulatorOptions simulator = {};
  std::uint64_t seed = 0;    // for randomized policies
  bool count_drift = false;  // else RunResult::drift_decisions stays 0
  // Called before each step of the program with its index, for showing progress. May be empty.
  std::function<void(std::size_t)> on_step = {};
};

// Throws InputError if the runtime does not serve the policy, or if the clock overflows.
RunResult run_trace(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                    const Policy& policy, const RunOptions& options);

// What a run reports that came to `outcome` with `progress`.
RunResult make_result(Simulator& simulator, Outcome outcome, const Progress& progress);

}  // namespace rematfuzz
