// Maps of a trace named on the command line.
#pragma once

#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "sim/map/regime.h"

namespace rematfuzz::cli {

// How a map is made; the answer does not depend on it, but where `most_regimes` cuts it short.
struct MapEffort {
  int threads = 0;  // 0: one for each core
};

// From the smallest budget that could possibly pass up to the baseline's peak, inclusive.
BudgetRange default_range(const LoadedTrace& trace, const Setup& setup);

// Throws InputError: the policy has no regimes; the clock overflows.
RegimeMap map_trace(const LoadedTrace& trace, const Setup& setup, BudgetRange range,
                    const MapEffort& effort = {});

}  // namespace rematfuzz::cli
