// Maps of a trace named on the command line.
#pragma once

#include <vector>

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

// The regimes that contain these budgets, which are ascending; a regime for each budget. Explores
// nothing else, and each regime once.
std::vector<Regime> regimes_at(const LoadedTrace& trace, const Setup& setup,
                               const std::vector<Bytes>& budgets, const MapEffort& effort = {});

}  // namespace rematfuzz::cli
