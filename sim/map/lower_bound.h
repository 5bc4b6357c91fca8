// The smallest budget that a trace could possibly pass with, whatever the policy.
#pragma once

#include "sim/base/types.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// Sound, not tight: no smaller budget passes on `runtime`, under any policy. The largest, over the
// program's calls, of what is pinned by then, the call's arguments, and its outputs (each storage
// counted once); and what is pinned at the end.
Bytes smallest_possible_budget(const Trace& trace, const Runtime& runtime);

}  // namespace rematfuzz
