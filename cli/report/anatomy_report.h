// An explained run in words and as JSON.
#pragma once

#include <string>

#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "sim/anatomy/anatomy.h"

namespace rematfuzz::cli {

// What run_json() has, then "anatomy" (of the failure, or of the most pinned moment) and
// "pressure".
Json explanation_json(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                      const Explanation& explanation);

// `whole_chain`: all levels of the chain, however many; else the middle of a long one is left out.
std::string explanation_text(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                             const Explanation& explanation, bool whole_chain);

// The most pinned memory and the deepest nesting of a run.
Json pressure_json(const Pressure& pressure);

// "step 2,346 of 3,551": steps count from 0, as in JSON.
std::string step_text(const Trace& trace, std::size_t step);

}  // namespace rematfuzz::cli
