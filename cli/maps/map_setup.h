// What a map is of: trace, policy, runtime, and what else was asked for.
#pragma once

#include <string>

#include "cli/maps/map_document.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"

namespace rematfuzz::cli {

MapDocument make_document(const LoadedTrace& trace, const Setup& setup, RegimeMap map);

// trace, policy, runtime, complete, overhead_limit; retain, seed and neighborhood as a saved map
// has them.
Json setup_json(const MapDocument& document);

// The ratio of the budget to the baseline's peak: "0.101861"; 0 without a peak.
double ratio_of(const MapDocument& document, Bytes budget);
std::string ratio_text(const MapDocument& document, Bytes budget);

}  // namespace rematfuzz::cli
