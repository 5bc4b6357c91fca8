// What counts as a finding: thresholds and kinds.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/findings/findings.h"

namespace rematfuzz::cli {

struct FindingsOption {
  double inversion_factor = FindingThresholds().inversion_factor;
  double cliff_factor = FindingThresholds().cliff_factor;
  std::optional<double> cliff_ratio;  // the distance, of the baseline's peak
  std::optional<Bytes> cliff_bytes;   // or in bytes; neither: as default_thresholds() has it
  std::vector<std::string> kinds;     // none: all

  FindingThresholds thresholds(const Baseline& baseline) const;

  // Throws InputError for an unknown kind.
  void require_sound() const;

  // REQUIRES: require_sound().
  bool wants(FindingKind kind) const;
};

void add_findings_option(CLI::App& app, FindingsOption& option);

}  // namespace rematfuzz::cli
