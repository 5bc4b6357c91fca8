// Maps made by hand.
#pragma once

#include <initializer_list>

#include "sim/map/regime.h"
#include "sim/run/baseline.h"

namespace rematfuzz::testing {

// A stretch of budgets with one outcome; without one: a gap.
struct Stretch {
  Bytes width = 0;
  Outcome result = Outcome::pass;
  Nanos clock = 0;
  std::uint64_t drift = 0;
  bool gap = false;
};

inline Stretch pass(Bytes width, Nanos clock) { return {width, Outcome::pass, clock, 0, false}; }
inline Stretch oom(Bytes width) { return {width, Outcome::oom, 1, 0, false}; }
inline Stretch thrash(Bytes width) { return {width, Outcome::thrash, 1, 0, false}; }
inline Stretch gap(Bytes width) { return {width, Outcome::pass, 0, 0, true}; }
inline Stretch drift(Bytes width, std::uint64_t decisions) {
  return {width, Outcome::pass, 100, decisions, false};
}

// The stretches one after the other, from budget 0 up.
template <class Stretches>
RegimeMap map_from(const Stretches& stretches) {
  RegimeMap map;
  Bytes at = 0;
  for (const Stretch& stretch : stretches) {
    const BudgetRange budgets{at, at + stretch.width};
    at = budgets.to;
    if (stretch.gap) {
      map.missing.push_back(budgets);
      continue;
    }
    map.regimes.push_back({.lo = budgets.from,
                           .hi = budgets.to,
                           .result = stretch.result,
                           .clock = stretch.clock,
                           .peak_memory = budgets.from,
                           .drift_decisions = stretch.drift});
  }
  map.range = {0, at};
  return map;
}

inline RegimeMap map_of(std::initializer_list<Stretch> stretches) { return map_from(stretches); }

// A peak of 1000 bytes and a compute of 100 ns.
inline Baseline small_baseline() {
  Baseline baseline;
  baseline.peak_memory = 1000;
  baseline.model_compute = 100;
  return baseline;
}

}  // namespace rematfuzz::testing
