// What the whole map of a trace under a policy comes to, in a few numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "sim/map/regime.h"

namespace rematfuzz::cli {

struct ComparisonRow {
  std::string trace;
  Setup setup;
  double peak = 0;                // of the baseline, bytes
  std::optional<Bytes> smallest;  // budget that passes
  std::uint64_t holes = 0;
  Bytes hole_bytes = 0;  // all together
  // The largest factors; 0: there is none.
  double worst_inversion = 0;
  double worst_cliff = 0;
  // At each of the ratios: the result, and the overhead of a pass.
  struct At {
    Outcome result = Outcome::pass;
    double overhead = 0;
  };
  std::vector<At> at;
  double seconds = 0;  // that the map took
};

// All of a row but the time. REQUIRES: `map` reaches up to the baseline's peak.
ComparisonRow compare_row(const LoadedTrace& trace, const Setup& setup, const RegimeMap& map,
                          const std::vector<double>& ratios);

}  // namespace rematfuzz::cli
