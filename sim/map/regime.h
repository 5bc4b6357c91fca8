// Regimes: what the integer budgets of a range come to, without a gap.
//
// The budget enters a run only through comparisons (memory + need > budget), so a run is the same
// at all budgets of a *regime* [lo, hi): lo is the largest memory + need that fitted (therefore the
// run's peak memory), hi the smallest that did not. Source: arXiv:2609.31250.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/types.h"
#include "sim/run/result.h"

namespace rematfuzz {

// The budgets from, from + 1, ..., to - 1; `to` == unlimited: all from `from` up.
struct BudgetRange {
  Bytes from = 0;
  Bytes to = unlimited;

  bool empty() const { return from >= to; }
  bool contains(Bytes budget) const { return from <= budget && (budget < to || to == unlimited); }

  bool operator==(const BudgetRange&) const = default;
};

struct Regime {
  Bytes lo = 0;          // the smallest budget, cut off at the map's range
  Bytes hi = unlimited;  // the first budget above, likewise; unlimited: there is none
  Outcome result = Outcome::pass;
  Nanos clock = 0;  // where the run ended
  Nanos remat_compute = 0;
  std::uint64_t evictions = 0;
  Bytes peak_memory = 0;
  std::uint64_t drift_decisions = 0;  // see RunResult

  BudgetRange budgets() const { return {lo, hi}; }

  bool operator==(const Regime&) const = default;
};

// What a range of budgets comes to. Regimes are in budget order and do not overlap; together with
// `missing` they are the whole range, without a gap.
struct RegimeMap {
  BudgetRange range;
  std::vector<Regime> regimes;
  std::vector<BudgetRange> missing;  // budgets without an answer: the map was stopped

  bool complete() const { return missing.empty(); }

  bool operator==(const RegimeMap&) const = default;
};

// The budgets of the map's range that none of its regimes covers.
std::vector<BudgetRange> gaps_of(const RegimeMap& map);

// The regime that a budget belongs to; nullptr: none of them.
const Regime* regime_at(const RegimeMap& map, Bytes budget);

}  // namespace rematfuzz
