// What runs at varied costs came to, in words and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "sim/jitter/jitter.h"
#include "sim/jitter/spread.h"
#include "sim/run/result.h"

namespace rematfuzz::cli {

struct JitterReport {
  const LoadedTrace& trace;
  const Setup& setup;  // its seed is that of the samples, too
  Budget budget;
  RunResult plain;  // with the costs as they are
  Noise noise;
  std::vector<JitterSample> samples;
  JitterSpread spread;
  std::optional<std::string> worst_log;  // the file that the worst sample was written to
};

// The plain run as 'run --json' has it, what was asked for, the outcomes, the overheads of the
// samples that passed (null: none did), the worst sample, and the command that repeats it all.
Json jitter_json(const JitterReport& report);
std::string jitter_text(const JitterReport& report);

}  // namespace rematfuzz::cli
