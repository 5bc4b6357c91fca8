// A recommended budget in words and as JSON.
#pragma once

#include <optional>
#include <string>

#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "sim/map/regime.h"
#include "sim/recommend/recommend.h"

namespace rematfuzz::cli {

struct RecommendReport {
  const LoadedTrace& trace;
  const Setup& setup;
  Bytes memory = 0;  // what there is
  Bytes most = 0;    // what a budget may take of it
  std::optional<Recommendation> advice;
  std::optional<Regime> smallest;   // that passes; above `memory` where nothing else does
  std::optional<Regime> at_memory;  // none: less than any run needs
};

Json recommend_json(const RecommendReport& report);
std::string recommend_text(const RecommendReport& report);

}  // namespace rematfuzz::cli
