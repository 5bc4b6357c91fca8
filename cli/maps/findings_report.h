// Findings in words and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/maps/map_document.h"
#include "cli/report/run_report.h"
#include "sim/findings/findings.h"

namespace rematfuzz::cli {

// How many findings of a kind are shown of a map where not all are.
inline constexpr std::size_t most_of_a_kind = 20;

// A map, and what was found in it.
struct JudgedMap {
  std::string trace_path;  // what a command finds the log by
  MapDocument document;    // without its regimes, which nothing here needs
  FindingThresholds thresholds;
  std::vector<Finding> findings;
};

// For each map a table, then the most useful next command.
std::string findings_text(const std::vector<JudgedMap>& maps, bool all);

// {"findings": how many, "maps": [{trace, policy, ..., baseline, thresholds, findings: [{kind, lo,
// hi, bytes, factor, better, decisions}]}]}; null where a kind has no such thing, and hi (not
// included) and bytes at the top.
Json findings_json(const std::vector<JudgedMap>& maps);

}  // namespace rematfuzz::cli
