// The maps of one trace after another, under any policies: what a search executes.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/findings/findings.h"
#include "sim/map/explorer.h"
#include "sim/map/regime.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz::fuzz {

// Most maps of random programs take less. Traces whose maps take long become common among what
// a search goes on from: with 1000 for 10 operators, fuzz_hole was slower by a third; with 30 for
// each call, 2 to 16 inputs of 1000 are given up.
constexpr std::uint64_t work_a_call = 30;

struct EvaluatorOptions {
  const Runtime* runtime = nullptr;
  // Runs that rematerialize more than that are thrash.
  double overhead_limit = 100;
  bool count_drift = false;
  std::uint64_t seed = 0;  // for randomized policies
  // Of a map: see ExplorerOptions. Past it the trace is not worth its time. 0: work_a_call for each
  // call of the trace.
  std::uint64_t work_limit = 0;
};

class Evaluator {
 public:
  explicit Evaluator(const EvaluatorOptions& options) : options_(options) {}

  // The trace, which must outlive its maps.
  void take(const Trace& trace);
  const Baseline& baseline() const { return baseline_; }
  const EvaluatorOptions& options() const { return options_; }

  // The map of its budgets, from the smallest that could possibly pass to the baseline's peak.
  // Nothing: that would be too much work, or a clock overflows.
  std::optional<RegimeMap> map(const Policy& policy);

 private:
  EvaluatorOptions options_;
  Explorer explorer_;
  const Trace* trace_ = nullptr;
  Baseline baseline_;
  BudgetRange range_;
};

// The same map at a smaller overhead limit: a run thrashes if in the end it has rematerialized
// more, since what it has never becomes less. Other counters stay those of the longer run.
RegimeMap at_overhead_limit(RegimeMap map, const Baseline& baseline, double overhead_limit);

}  // namespace rematfuzz::fuzz
