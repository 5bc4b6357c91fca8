// The choices of a run, which keeps a shortlist, are those of a look at the same moment that keeps
// none, to the last evaluation.
#include "sim/policy/shortlist.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "sim/policy/policy_table.h"
#include "sim/policy/view.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "sim/run/simulator.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

class ChosenTwice {
 public:
  ChosenTwice(const Trace& trace, const Policy& policy)
      : policy_(policy),
        simulator_(trace, find_runtime("RuntimeV2EagerOptimized"), policy,
                   {.remat_limit = remat_limit(compute_baseline(trace), 10)}),
        run_(simulator_.start(0)),
        scratch_(trace.storages.size()) {}

  void finish(Bytes budget) {
    for (; !simulator_.at_end(); simulator_.end_step()) {
      simulator_.begin_step();
      simulator_.enter_step(run_);
      while (simulator_.advance(run_)) {
        while (!simulator_.fits(run_, budget)) {
          if (run_.state.pool.empty()) return;
          evict();
          if (::testing::Test::HasFailure()) return;
        }
        simulator_.compute(run_);
        if (simulator_.exceeds_limit(run_.tally)) return;
      }
      simulator_.leave_step(run_);
    }
  }
  std::uint64_t evictions() const { return run_.tally.eviction_count; }

 private:
  void evict() {
    State state = run_.state;
    ASSERT_TRUE(state.sums.maintained());
    state.sums.prepare(simulator_.scene(state), scratch_.sums);
    PolicyView alone(simulator_.trace(), simulator_.position(), state, scratch_);
    const StorageId victim = policy_.choose(alone);
    const std::uint64_t before = run_.tally.evaluations;
    const StorageId chosen = simulator_.choose(run_);
    EXPECT_EQ(chosen, victim) << "eviction " << evictions();
    EXPECT_EQ(run_.tally.evaluations - before, alone.evaluations()) << "eviction " << evictions();
    simulator_.evict_victim(run_, chosen);
  }

  const Policy& policy_;
  Simulator simulator_;
  Progress run_;
  PolicyView::Scratch scratch_;
};

TEST(Shortlist, ChangesNoChoice) {
  std::uint64_t evictions = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Trace trace = random_trace(seed, 80 + 20 * seed, Views::of_the_only_argument);
    const Bytes peak = compute_baseline(trace).peak_memory;
    for (const PolicyEntry& policy : policy_table()) {
      if (policy.policy->structure() != Structure::regions) continue;
      for (const Bytes budget : {peak * 9 / 10, peak * 7 / 10}) {
        SCOPED_TRACE(fmt::format("random_trace({}, {}), {} at {}", seed, 80 + 20 * seed,
                                 policy.name, budget));
        ChosenTwice run(trace, *policy.policy);
        run.finish(budget);
        if (::testing::Test::HasFailure()) return;
        evictions += run.evictions();
      }
    }
  }
  EXPECT_GT(evictions, 500U) << "few choices were looked at";
}

}  // namespace
}  // namespace rematfuzz::testing
