// Holes, and thrash pockets, which are the same of another result.
#include "sim/findings/kinds.h"

namespace rematfuzz {

namespace {

std::vector<Finding> failures_above_a_pass(const RegimeMap& map, FindingKind kind,
                                           Outcome failure) {
  std::vector<Finding> found;
  const Segment* passing = nullptr;
  const std::vector<Segment> segments = segments_of(map);
  for (const Segment& segment : segments) {
    if (segment.result == Outcome::pass) passing = &segment;
    if (segment.result == failure && passing != nullptr)
      found.push_back(
          {.kind = kind, .budgets = segment.budgets, .better = passing->budgets.to - 1});
  }
  return found;
}

}  // namespace

std::vector<Finding> find_holes(const Evidence& evidence) {
  return failures_above_a_pass(evidence.map, FindingKind::hole, Outcome::oom);
}

std::vector<Finding> find_thrash_pockets(const Evidence& evidence) {
  return failures_above_a_pass(evidence.map, FindingKind::thrash_pocket, Outcome::thrash);
}

}  // namespace rematfuzz
