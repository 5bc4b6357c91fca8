// What minimizing came to, in words and as JSON.
#pragma once

#include <cstddef>
#include <string>

#include "cli/report/run_report.h"
#include "minimizer/minimize.h"
#include "minimizer/wanted.h"

namespace rematfuzz::cli {

struct MinimizeReport {
  std::string trace;     // its path
  std::string output;    // the file that was written
  bool outside = false;  // an outside command judged: there is no finding to tell of
  minimizer::Wanted wanted;
  fuzz::Program before;
  minimizer::Shown shown_before;
  minimizer::Minimized result;
  double seconds = 0;
};

std::string minimize_text(const MinimizeReport& report);

// {trace, output, kind, policy, runtime, seed, before: {operators, operations}, after: {...},
// finding: {worse, better, factor, decisions, mechanism}, complete, checked, left, seconds, passes:
// [{name, tried, taken}]}
Json minimize_json(const MinimizeReport& report);

// The passes: name and what each does.
std::string passes_text();

}  // namespace rematfuzz::cli
