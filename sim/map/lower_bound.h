// The smallest budget that a trace could possibly pass with, whatever the policy.
#pragma once

#include "sim/base/types.h"
#include "sim/map/regime.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// Sound, not tight: no smaller budget passes on `runtime`, under any policy. The largest, over the
// program's calls, of what is pinned by then, the call's arguments, and its outputs (each storage
// counted once); and what is pinned at the end.
Bytes smallest_possible_budget(const Trace& trace, const Runtime& runtime);

// From there up to the baseline's peak, included: where a search looks for findings. Never empty.
BudgetRange searched_budgets(const Trace& trace, const Runtime& runtime, const Baseline& baseline);

}  // namespace rematfuzz
