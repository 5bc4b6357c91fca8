// A run in words and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/setup_words.h"  // IWYU pragma: export
#include "cli/text/table.h"
#include "sim/run/result.h"

namespace rematfuzz::cli {

using Json = nlohmann::ordered_json;

// Trace, policy, runtime, budget, ratio, overhead (null unless the run passed), the quantities of a
// golden record under its names, drift_decisions, and the regime: lo and hi (null: no end).
Json run_json(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
              const RunResult& result);

// The same of a result whose drift was not counted: another run counts it.
Json run_json_counting_drift(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                             const RunResult& result);

// The quantities of a baseline under the names that records have for them.
Json baseline_json(const Baseline& baseline);

Style style_of(Outcome outcome);

// "2.2234", or "-" for a run that did not complete.
std::string overhead_text(const Baseline& baseline, Outcome outcome, Nanos clock);
inline std::string overhead_text(const Baseline& baseline, const RunResult& result) {
  return overhead_text(baseline, result.result, result.clock);
}

// A JSON value on lines of its own, indented.
std::string json_text(const Json& json);

}  // namespace rematfuzz::cli
