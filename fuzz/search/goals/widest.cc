#include "fuzz/search/goals/goals.h"

namespace rematfuzz::fuzz {

namespace {

Effect widest(const std::vector<Finding>& found, const Baseline& baseline) {
  Effect effect;
  if (baseline.peak_memory == 0) return effect;
  for (const Finding& finding : found) {
    const double share = static_cast<double>(finding.budgets.to - finding.budgets.from) /
                         static_cast<double>(baseline.peak_memory);
    if (share > effect.size)
      effect = {.size = share, .worse = finding.budgets.from, .better = finding.better};
  }
  return effect;
}

}  // namespace

Effect measure_hole(const Evidence& evidence) {
  return widest(find_holes(evidence), evidence.baseline);
}

Effect measure_thrash(const Evidence& evidence) {
  return widest(find_thrash_pockets(evidence), evidence.baseline);
}

}  // namespace rematfuzz::fuzz
