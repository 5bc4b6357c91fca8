// What a hunt says: while it goes on, and at its end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/hunt/hunt_folder.h"
#include "cli/hunt/hunt_plan.h"
#include "cli/report/run_report.h"
#include "fuzz/hunt/workers.h"
#include "fuzz/search/archive.h"
#include "fuzz/search/search.h"

namespace rematfuzz::cli {

struct HuntResult {
  const HuntPlan& plan;
  const HuntFolder& folder;
  const std::vector<fuzz::Cell>& cells;
  const fuzz::Archive& archive;
  std::uint64_t inputs = 0;
  double seconds = 0;
  std::vector<fuzz::WorkerEnd> ends;
  bool interrupted = false;
};

// "hole        DTR          4 operators   0.43 of peak   program/pinned/depth-2/tie".
std::string discovery_line(const fuzz::Cell& cell, const fuzz::Discovery& discovery);

// The command that shows what a discovery's file shows.
std::string command_for(const HuntResult& result, const fuzz::Discovery& discovery);

std::string hunt_text(const HuntResult& result);
// Keys: see docs/fuzzing.md.
Json hunt_json(const HuntResult& result);

// How many different things were found: kinds, policies and mechanisms.
std::size_t distinct_findings(const HuntResult& result);

}  // namespace rematfuzz::cli
