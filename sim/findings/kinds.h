// The kinds of findings, one function each; findings.h says what they are.
//
// Each returns all findings of its kind, in no particular order, and takes time in proportion to
// the number of regimes (cliffs: and its logarithm).
#pragma once

#include <vector>

#include "sim/findings/findings.h"

namespace rematfuzz {

// What findings are looked for in.
struct Evidence {
  const RegimeMap& map;
  const Baseline& baseline;
  const FindingThresholds& thresholds;
};

std::vector<Finding> find_holes(const Evidence& evidence);
std::vector<Finding> find_thrash_pockets(const Evidence& evidence);
std::vector<Finding> find_inversions(const Evidence& evidence);
std::vector<Finding> find_cliffs(const Evidence& evidence);
std::vector<Finding> find_drift(const Evidence& evidence);

// How many times the overhead of the cheap run the one of the dear run is; 0 if there is no telling
// (without compute).
inline double overhead_factor(const Baseline& baseline, Nanos cheap, Nanos dear) {
  if (baseline.model_compute == 0 || cheap == 0) return 0;
  return static_cast<double>(dear) / static_cast<double>(cheap);
}

}  // namespace rematfuzz
