// Small random runs: every runtime with every policy that it serves, at budgets that make them
// evict, rematerialize and fail.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "sim/anatomy/observe.h"
#include "sim/run/baseline.h"
#include "tests/run/simulate.h"
#include "tests/slow_build.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {

inline constexpr std::uint64_t random_seeds = slow_build ? 2 : 8;

// Calls check(subject, options) for each of them; failures name the seed and the rest.
template <class Check>
void for_random_runs(Check check) {
  for (std::uint64_t seed = 0; seed < random_seeds; ++seed) {
    const Trace trace = random_trace(seed, 25, views_of(seed));
    const Baseline baseline = compute_baseline(trace);
    for (const Pairing& pairing : all_pairings())
      for (const double ratio : {0.35, 0.5, 0.7}) {
        const Subject subject{trace, *pairing.runtime, pairing.policy->name,
                              *pairing.policy->policy};
        RunOptions options;
        options.budget = budget_of_ratio(baseline, ratio);
        options.seed = seed;
        // On every other seed, two storages are kept from the policy.
        if (seed % 2 == 1) options.simulator.retained = {2, 5};
        // Tiny budgets can rematerialize for ever, all but.
        options.simulator.remat_limit = 20 * baseline.model_compute;
        SCOPED_TRACE(fmt::format("seed {}, {}, {}, ratio {}", seed, pairing.runtime->name,
                                 pairing.policy->name, ratio));
        check(subject, options);
      }
  }
}

}  // namespace rematfuzz::testing
