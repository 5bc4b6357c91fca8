// Findings: what is wrong with a map.
//
//   hole           an oom segment with a pass at some smaller budget
//   inversion      a passing regime whose overhead is at least `inversion_factor` times the
//   smallest
//                  overhead of any passing regime below it
//   cliff          two passing budgets at most `cliff_distance` bytes apart whose overheads differ
//                  by a factor of at least `cliff_factor`
//   thrash pocket  like a hole, with thrash instead of oom; relative to the overhead limit
//   drift          decisions taken on a neighbourhood sum that differs from a fresh walk
//
// A segment is a maximal run of neighbouring regimes with the same result. Overhead = clock /
// baseline compute, of completed runs. Source: arXiv:2609.31250.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/map/regime.h"
#include "sim/run/baseline.h"

namespace rematfuzz {

enum class FindingKind : std::uint8_t { hole, inversion, cliff, thrash_pocket, drift };

std::string_view name_of(FindingKind kind);

struct FindingThresholds {
  double inversion_factor = 1.25;
  double cliff_factor = 2;
  Bytes cliff_distance = 0;  // by default 0.1 % of the baseline's peak: see default_thresholds()
};

FindingThresholds default_thresholds(const Baseline& baseline);

struct Finding {
  FindingKind kind = FindingKind::hole;
  // hole, thrash pocket: the segment. inversion: the maximal run of neighbouring passing regimes
  // that are inversions. cliff: from the one budget to the other, both included. drift: the
  // regime, or neighbouring regimes with drift decisions.
  BudgetRange budgets;
  // A budget below that does better: the largest one that passes (hole, thrash pocket), the
  // cheapest one (inversion). cliff: the cheap one of the two budgets.
  Bytes better = 0;
  // How much worse: the ratio of the overheads (inversion, cliff); else 0.
  double factor = 0;
  std::uint64_t decisions = 0;  // drift: the most of a regime
};

struct Segment {
  Outcome result = Outcome::pass;
  BudgetRange budgets;
  std::size_t first = 0;  // its regimes: index of the first, and how many
  std::size_t count = 0;
};

// In budget order. A gap in the map ends a segment.
std::vector<Segment> segments_of(const RegimeMap& map);

// Sorted by how much they matter: holes and thrash pockets by bytes, the others by factor (drift by
// decisions); kinds in the order of FindingKind.
std::vector<Finding> find_findings(const RegimeMap& map, const Baseline& baseline,
                                   const FindingThresholds& thresholds);

}  // namespace rematfuzz
