// One run a regime: the plain way to a map, and the yardstick of the other one (explorer.h).
#pragma once

#include "sim/map/regime.h"
#include "sim/policy/policy.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// The regime of options.budget, not cut off. Throws InputError as run_trace does.
Regime run_regime(const Trace& trace, const Runtime& runtime, std::string_view policy_name,
                  const Policy& policy, const RunOptions& options);

// All regimes of `range`, from the top down. `options.budget` is ignored. Throws InputError as
// run_trace does, and if the policy has no regimes.
RegimeMap enumerate_regimes(const Trace& trace, const Runtime& runtime,
                            std::string_view policy_name, const Policy& policy, BudgetRange range,
                            RunOptions options = {});

}  // namespace rematfuzz
