// A witnessed run: the same as a plain one, and what it tells besides.
#include "sim/blame/witness.h"

#include <gtest/gtest.h>

#include <map>

#include "sim/base/error.h"
#include "sim/run/baseline.h"
#include "tests/run/simulate.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

// Both kinds of run.
struct Both {
  RunResult plain;
  Witness witness;
};

Both run_both(const Trace& trace, const Pairing& pairing, const RunOptions& options) {
  return {
      run_trace(trace, *pairing.runtime, pairing.policy->name, *pairing.policy->policy, options),
      witness_run(trace, *pairing.runtime, pairing.policy->name, *pairing.policy->policy, options)};
}

void expect_choices(const Trace& trace, const Both& both, Bytes budget) {
  for (const ChosenEviction& eviction : both.witness.chosen) {
    ASSERT_LT(eviction.index, both.plain.eviction_sequence.size());
    EXPECT_EQ(trace.storages[eviction.storage].root, both.plain.eviction_sequence[eviction.index]);
    const Shortage& shortage = eviction.shortage;
    EXPECT_EQ(shortage.missing, shortage.memory + shortage.need - budget);
    EXPECT_GT(shortage.missing, 0);
  }
}

TEST(Witness, ComesToWhatAPlainRunComesTo) {
  std::map<Outcome, int> outcomes;
  std::uint64_t released = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Trace trace = random_trace(seed, 40);
    const Bytes peak = compute_baseline(trace).peak_memory;
    for (const Pairing& pairing : all_pairings())
      for (const Bytes tenths : {3, 6, 9}) {
        RunOptions options{.budget = peak * tenths / 10, .simulator = {}, .seed = seed};
        options.simulator.remat_limit = 40;
        const Both both = run_both(trace, pairing, options);
        EXPECT_EQ(both.witness.result, both.plain);
        expect_choices(trace, both, options.budget);
        ++outcomes[both.plain.result];
        released += both.plain.evictions - both.witness.chosen.size();
        EXPECT_EQ(both.plain.result == Outcome::oom, both.witness.stopped_by.target != no_id);
        EXPECT_EQ(both.plain.result == Outcome::pass, both.witness.steps == trace.steps.size());
      }
  }
  EXPECT_EQ(outcomes.size(), 3U);
  EXPECT_GT(released, 0U);
}

// b takes a's place; its release is no choice.
TEST(Witness, TellsChoicesFromReleases) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({}, {{"b", 3}}, 1).release("b").call({}, {{"c", 1}}, 1);
  const Trace trace = t.release("a").build();
  const Witness run = witness_run(trace, find_runtime("RuntimeV2Eager"), "LRU",
                                  *find_policy("LRU").policy, {.budget = 4});
  EXPECT_EQ(evictions_of(trace, run.result), "a b");
  ASSERT_EQ(run.chosen.size(), 1U);
  const ChosenEviction expected{
      .storage = storage_of(trace, "a"),
      .index = 0,
      .shortage = {.target = tensor_of(trace, "b"), .memory = 2, .need = 3, .missing = 1}};
  EXPECT_EQ(run.chosen[0], expected);
}

TEST(Witness, RefusesWhatTheRuntimeDoesNotServe) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 2}}, 1).build();
  EXPECT_THROW(witness_run(trace, find_runtime("RuntimeV1"), "DTR", *find_policy("DTR").policy, {}),
               InputError);
}

}  // namespace
}  // namespace rematfuzz::testing
