// What a search for the cause of a bad run found, in words and as JSON.
#pragma once

#include <optional>
#include <string>

#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "sim/blame/blame.h"

namespace rematfuzz::cli {

struct BlameReport {
  const LoadedTrace& trace;
  const Setup& setup;
  Budget budget;
  RunResult plain;
  std::optional<double> target;  // see BlameQuestion
  // The overhead at which the search's runs were stopped.
  std::optional<double> cut_off;
  BlameBounds bounds;
  // None: there is nothing to blame, the run is good as it is.
  std::optional<Blame> blame;
};

Json blame_json(const BlameReport& report);
std::string blame_text(const BlameReport& report);

}  // namespace rematfuzz::cli
