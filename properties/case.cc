#include "properties/case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "fuzz/program/codec.h"
#include "fuzz/program/instructions.h"
#include "fuzz/program/text.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

struct Setup {
  const Runtime* runtime = nullptr;
  const PolicyEntry* policy = nullptr;
};

// The policies and the runtimes that serve them; the first one is what the others come down to.
std::vector<Setup> setups_for(const CaseOptions& options) {
  std::vector<Setup> setups{
      {&find_runtime("RuntimeV2EagerOptimized"), &find_policy("DTR")},
  };
  for (const PolicyEntry& policy : policy_table())
    for (const Runtime& runtime : runtime_table()) {
      if (!serves(runtime, *policy.policy) || (runtime.banishes && !options.banishing)) continue;
      if (policy.policy->randomized() && !options.randomized) continue;
      setups.push_back({&runtime, &policy});
    }
  return setups;
}

// No limit (programs are small enough to end by themselves), or one of these multiples of the
// baseline's compute.
constexpr std::uint64_t limits = 7;
Nanos limit_of(std::uint64_t choice, Nanos compute) {
  if (choice == 0) return std::numeric_limits<Nanos>::max();
  return compute * static_cast<Nanos>(choice - 1);
}

// From a little more than all that a run takes down to nothing.
constexpr std::uint64_t budgets = 256;
Bytes budget_of(std::uint64_t choice, Bytes peak) {
  const UInt128 scaled = static_cast<UInt128>(peak + 2) * (budgets - 1 - choice) / (budgets - 1);
  return static_cast<Bytes>(scaled);
}

std::string shown_limit(Nanos limit) {
  return limit == std::numeric_limits<Nanos>::max() ? "no limit" : fmt::format("{} ns", limit);
}

std::string text(const Case& drawn) {
  return fmt::format("{}{} under {}, budget {} (unlimited: {}), overhead limit {}, seed {}\n",
                     fuzz::text(drawn.program), drawn.policy->name, drawn.runtime->name,
                     drawn.options.budget, drawn.unlimited_peak,
                     shown_limit(drawn.options.simulator.remat_limit), drawn.options.seed);
}

}  // namespace

Case draw_case(fuzz::ChoiceSource& choices, Account& account, const CaseOptions& options) {
  constexpr std::uint64_t seeds = 4;
  constexpr std::uint64_t programs_a_wide_one = 4;
  Case drawn;
  const std::vector<Setup> setups = setups_for(options);
  const Setup setup = setups[choices.draw(setups.size())];
  drawn.runtime = setup.runtime;
  drawn.policy = setup.policy;
  const std::uint64_t budget = choices.draw(budgets);
  const std::uint64_t limit = options.overhead_limits ? choices.draw(limits) : 0;
  drawn.options.seed = choices.draw(seeds);
  const bool wide =
      options.wide_numbers && choices.draw(programs_a_wide_one) == programs_a_wide_one - 1;
  const auto features = static_cast<std::uint8_t>(wide ? fuzz::all_features
                                                       : fuzz::all_features & ~fuzz::feature_wide);
  drawn.program = fuzz::decode(choices, options.most_operators, features);
  drawn.trace = fuzz::trace_of(drawn.program);
  drawn.baseline = compute_baseline(drawn.trace);
  drawn.unlimited_peak = run_at(drawn, unlimited).peak_memory;
  drawn.options.budget = budget_of(budget, drawn.unlimited_peak);
  drawn.options.simulator.remat_limit = limit_of(limit, drawn.baseline.model_compute);
  account.text += text(drawn);
  return drawn;
}

RunResult run_instead(const Case& of, const Trace& trace, const RunOptions& options) {
  return run_trace(trace, *of.runtime, of.policy->name, *of.policy->policy, options);
}

RunResult run(const Case& of) { return run_instead(of, of.trace, of.options); }

RunResult run_at(const Case& of, Bytes budget) {
  RunOptions options = of.options;
  options.budget = budget;
  return run_instead(of, of.trace, options);
}

void expect_same_run(const RunResult& expected, const RunResult& got, std::string_view where) {
  expect_equal("result", where, name_of(expected.result), name_of(got.result));
  expect_equal("evictions", where, fmt::format("{}", expected.eviction_sequence),
               fmt::format("{}", got.eviction_sequence));
  expect_equal("clock", where, expected.clock, got.clock);
  expect_equal("model_compute", where, expected.model_compute, got.model_compute);
  expect_equal("remat_compute", where, expected.remat_compute, got.remat_compute);
  expect_equal("peak_memory", where, expected.peak_memory, got.peak_memory);
  expect_equal("bottleneck_memory", where, expected.bottleneck_memory, got.bottleneck_memory);
  expect_equal("constant_memory", where, expected.constant_memory, got.constant_memory);
  expect_equal("heuristic_evals", where, expected.heuristic_evals, got.heuristic_evals);
  expect_equal("heuristic_accesses", where, expected.heuristic_accesses, got.heuristic_accesses);
  expect_equal("evicted_storages", where, expected.evicted_storages, got.evicted_storages);
  expect_equal("smallest_refused", where, expected.smallest_refused, got.smallest_refused);
}

}  // namespace rematfuzz::properties
