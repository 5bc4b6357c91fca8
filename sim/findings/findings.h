// Findings: what is wrong with a map.
//
//   hole           an oom segment with a pass at some smaller budget
//   inversion      a passing regime whose overhead is at least `inversion_factor` times the
//                  smallest overhead of any passing regime below it
//   cliff          two passing budgets at most `cliff_distance` bytes apart whose overheads differ
//                  by a factor of at least `cliff_factor`; more memory may cost more or less
//   thrash pocket  like a hole, with thrash instead of oom; relative to the overhead limit
//   drift          decisions taken on a neighbourhood sum that differs from a fresh walk
//
// Only what the map knows counts: a hole that the map's range or a gap cuts off is found as far as
// it is known, and what lies below the range is not taken into account. A cliff may span a gap,
// since the outcome at both of its budgets is known; nothing else goes across one.
//
// Overhead = clock / baseline compute, of completed runs; so the factor between two overheads is
// the one between the clocks, and a trace without compute has neither inversions nor cliffs.
// Source: arXiv:2609.31250.
//
// Adding a kind is one file, and one line in findings.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/findings/segments.h"
#include "sim/map/regime.h"
#include "sim/run/baseline.h"

namespace rematfuzz {

enum class FindingKind : std::uint8_t { hole, inversion, cliff, thrash_pocket, drift };

// "hole", "inversion", "cliff", "thrash_pocket", "drift".
std::string_view name_of(FindingKind kind);

// Throws InputError, listing the names, if there is none of that name.
FindingKind find_finding_kind(std::string_view name);

struct FindingThresholds {
  // The factors must be at least 1, the distance at least 0.
  double inversion_factor = 1.25;
  double cliff_factor = 2;
  Bytes cliff_distance = 0;  // by default 0.1 % of the baseline's peak: see default_thresholds()
};

// The distance is rounded down to a whole byte.
FindingThresholds default_thresholds(const Baseline& baseline);

struct Finding {
  FindingKind kind = FindingKind::hole;
  // hole, thrash pocket: the segment. inversion: the maximal run of neighbouring passing regimes
  // that are inversions. cliff: from the one budget to the other, both included. drift: the
  // regime, or neighbouring regimes with drift decisions.
  BudgetRange budgets;
  // A budget that does better: the largest one below that passes (hole, thrash pocket), the
  // largest one of the cheapest regime below (inversion), the cheap one of the two (cliff: budgets'
  // first or last). drift: 0.
  Bytes better = 0;
  // How much worse: the ratio of the overheads (cliff), the largest one of a regime (inversion);
  // else 0.
  double factor = 0;
  std::uint64_t decisions = 0;  // drift: the most of a regime
};

// Sorted by how much they matter: holes and thrash pockets by bytes, the others by factor (drift by
// decisions), those that matter as much by budget; kinds in the order of FindingKind.
std::vector<Finding> find_findings(const RegimeMap& map, const Baseline& baseline,
                                   const FindingThresholds& thresholds);
// Those of one kind, in the same order.
std::vector<Finding> find_findings(FindingKind kind, const RegimeMap& map, const Baseline& baseline,
                                   const FindingThresholds& thresholds);

// A budget that shows the finding where it is worst: the first one (hole, thrash pocket), the dear
// one of the two (cliff), the first one of the regime that takes longest (inversion) or drifts most
// often (drift). REQUIRES: the finding is one of the map's.
Bytes worse_budget(const Finding& finding, const RegimeMap& map);

}  // namespace rematfuzz
