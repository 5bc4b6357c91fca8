// Searches in tests, and single runs to hold them against.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/program/instructions.h"
#include "fuzz/search/search.h"
#include "fuzz/seeds/windows.h"
#include "sim/map/lower_bound.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "tests/fuzz/programs.h"

namespace rematfuzz::fuzz {

using NameList = std::vector<std::string_view>;

inline const NameList few_policies{"DTR", "DTREqClass", "LRU", "MSPS", "AbLocal", "LargestStorage"};

inline const Runtime& searched_runtime() { return find_runtime("RuntimeV2EagerOptimized"); }

inline std::vector<const PolicyEntry*> policies_named(const NameList& names) {
  std::vector<const PolicyEntry*> policies;
  for (const std::string_view name : names) policies.push_back(&find_policy(name));
  return policies;
}

inline EvaluatorOptions evaluator_options() {
  EvaluatorOptions options;
  options.runtime = &searched_runtime();
  options.work_limit = 1'000'000;  // no map is given up
  return options;
}

inline SearchOptions search_options(const NameList& policies, const NameList& goals = {}) {
  SearchOptions options;
  options.policies = policies_named(policies);
  for (const std::string_view goal : goals) options.goals.push_back(&find_goal(goal));
  options.evaluator = evaluator_options();
  return options;
}

// A hole under DTR, of two bytes: it passes at 7 and at 10, its peak, and not between them.
inline Program program_with_a_hole() {
  Program program;
  const auto call = [&](std::vector<NameNumber> args, Bytes size, Nanos cost) {
    program.operations.push_back(source_operation(size, cost));
    program.operations.back().args = std::move(args);
  };
  call({}, 3, 1);
  call({0}, 2, 3);
  call({}, 3, 3);
  call({0}, 2, 1);
  program.operations.push_back(operation_on(OperationKind::release, {0}));
  return program;
}

// So small that all budgets can be looked at.
inline Program tiny_program(std::uint64_t seed) {
  constexpr std::uint8_t allowed = all_features & ~feature_wide;
  return scaled_down(random_program(seed, 10, allowed), 9);
}

// A trace, to be run at single budgets.
struct SearchedTrace {
  Trace trace;
  Baseline baseline = compute_baseline(trace);
  // Of its maps.
  BudgetRange range = {
      std::min(smallest_possible_budget(trace, searched_runtime()), baseline.peak_memory),
      baseline.peak_memory + 1};

  RunResult run(const PolicyEntry& policy, Bytes budget, double overhead_limit = 100) const {
    RunOptions options;
    options.budget = budget;
    options.simulator.remat_limit = remat_limit(baseline, overhead_limit);
    options.count_drift = true;
    return run_trace(trace, searched_runtime(), policy.name, *policy.policy, options);
  }

  // At all budgets of the range, in their order.
  std::vector<RunResult> run_all(const PolicyEntry& policy, double overhead_limit = 100) const {
    std::vector<RunResult> results;
    for (Bytes budget = range.from; budget < range.to; ++budget)
      results.push_back(run(policy, budget, overhead_limit));
    return results;
  }
};

inline SearchedTrace searched(const Program& program) { return {.trace = trace_of(program)}; }

inline double share(Bytes bytes, const SearchedTrace& subject) {
  if (subject.baseline.peak_memory == 0) return 0;
  return static_cast<double>(bytes) / static_cast<double>(subject.baseline.peak_memory);
}

// The most numbers in a row, from `first` on to before `last`, for which `is` holds.
template <class Is>
Bytes widest(std::size_t first, std::size_t last, Is is) {
  Bytes best = 0;
  Bytes run = 0;
  for (std::size_t i = first; i < last; ++i) {
    run = is(i) ? run + 1 : 0;
    best = std::max(best, run);
  }
  return best;
}

// Where something failed: the seed, and who was asked.
inline std::string asked(std::uint64_t seed, const Cell& cell, const Effect& effect) {
  return fmt::format("seed {}, {}, {}{}: {} {} at {}, {}", seed, cell.kind,
                     cell.policy == nullptr ? "" : cell.policy->name,
                     cell.rival == nullptr ? "" : fmt::format(" against {}", cell.rival->name),
                     effect.size, cell.unit, effect.worse, effect.better);
}

// Everything that a look says, to be compared.
inline std::string text_of(const Look& look) {
  std::string text;
  for (const auto& [cell, effect] : look.sightings)
    text += fmt::format("cell {}: {} at {}, {}\n", cell, effect.size, effect.worse, effect.better);
  for (const Hint& hint : look.hints)
    text += fmt::format("hint {}: {}\n", hint.direction, hint.level);
  return text;
}

}  // namespace rematfuzz::fuzz
