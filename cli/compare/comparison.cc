#include "cli/compare/comparison.h"

#include <algorithm>

#include "sim/findings/findings.h"

namespace rematfuzz::cli {

namespace {

void count_findings(const LoadedTrace& trace, const RegimeMap& map, ComparisonRow& row) {
  for (const Finding& finding :
       find_findings(map, trace.baseline, default_thresholds(trace.baseline))) {
    if (finding.kind == FindingKind::hole) {
      ++row.holes;
      row.hole_bytes += finding.budgets.to - finding.budgets.from;
    } else if (finding.kind == FindingKind::inversion) {
      row.worst_inversion = std::max(row.worst_inversion, finding.factor);
    } else if (finding.kind == FindingKind::cliff) {
      row.worst_cliff = std::max(row.worst_cliff, finding.factor);
    }
  }
}

ComparisonRow::At at_ratio(const LoadedTrace& trace, const Setup& setup, const RegimeMap& map,
                           double ratio) {
  const Bytes budget = budget_of_ratio(trace.baseline, ratio);
  // Below the map nothing passes; a run tells how it fails.
  const Regime* regime = regime_at(map, budget);
  if (regime == nullptr) return {setup.run(trace.trace, budget).result, 0};
  return {regime->result, overhead_of(trace.baseline, regime->clock)};
}

}  // namespace

ComparisonRow compare_row(const LoadedTrace& trace, const Setup& setup, const RegimeMap& map,
                          const std::vector<double>& ratios) {
  ComparisonRow row;
  row.trace = trace.name;
  row.setup = setup;
  row.peak = static_cast<double>(trace.baseline.peak_memory);
  const auto pass = std::ranges::find(map.regimes, Outcome::pass, &Regime::result);
  if (pass != map.regimes.end()) row.smallest = pass->lo;
  count_findings(trace, map, row);
  for (const double ratio : ratios) row.at.push_back(at_ratio(trace, setup, map, ratio));
  return row;
}

}  // namespace rematfuzz::cli
