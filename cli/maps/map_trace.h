// Maps of a trace named on the command line.
#pragma once

#include "cli/maps/parallel_map.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "sim/map/regime.h"

namespace rematfuzz::cli {

// From the smallest budget that could possibly pass up to the baseline's peak, inclusive.
BudgetRange default_range(const LoadedTrace& trace, const Setup& setup);

// Throws InputError: the policy has no regimes; the clock overflows.
RegimeMap map_trace(const LoadedTrace& trace, const Setup& setup, BudgetRange range,
                    const MapEffort& effort = {});

}  // namespace rematfuzz::cli
