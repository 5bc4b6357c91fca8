// The memory in use, by what keeps it there: it adds up wherever a run decides.
#include "sim/anatomy/memory_split.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/anatomy/chain.h"
#include "tests/anatomy/everywhere.h"
#include "tests/anatomy/subject.h"
#include "tests/run/stepper.h"

namespace rematfuzz::testing {
namespace {

Bytes bytes_of(const Trace& trace, const std::vector<StorageId>& storages) {
  Bytes bytes = 0;
  for (const StorageId storage : storages) bytes += trace.storages[storage].size;
  return bytes;
}

// Checks a moment's split against the state, each part by itself.
class Auditor : public Observer {
 public:
  explicit Auditor(const std::vector<StorageId>& retained) : retained_(retained) {}

  void on_ready(const Moment& moment) override {
    audit(moment);
    audit_chain(moment);
  }
  void on_compare(const Moment& moment) override { audit(moment); }
  void on_evict(const Moment& moment, StorageId, EvictionCause) override { audit(moment); }
  void on_compute(const Moment& moment) override { audit_chain(moment); }
  void on_fail(const Moment& moment) override {
    EXPECT_EQ(split_memory(moment.subject.trace, moment.state()).evictable, MemoryPart{});
    failed = true;
  }

  int audits = 0;
  bool failed = false;
  bool kept_out = false;
  bool pinned = false;

 private:
  void audit(const Moment& moment) {
    ++audits;
    const Trace& trace = moment.subject.trace;
    const State& state = moment.state();
    const MemorySplit split = split_memory(trace, state);
    EXPECT_EQ(split.in_use().bytes, state.memory);
    EXPECT_EQ(split.in_use().storages, state.material.count());
    EXPECT_EQ(split.evictable.storages, state.pool.size());
    EXPECT_EQ(split.evictable.bytes, bytes_of(trace, state.pool.members()));
    const auto out = storages_kept(trace, state, Keeper::kept_out);
    EXPECT_EQ(split.kept_out.storages, out.size());
    for (const StorageId storage : out)
      EXPECT_NE(std::ranges::find(retained_, storage), retained_.end());
    kept_out |= !out.empty();
    pinned |= split.pinned.bytes > 0;
  }

  void audit_chain(const Moment& moment) {
    const Trace& trace = moment.subject.trace;
    const std::vector<Level> chain = chain_of(trace, moment.state());
    ASSERT_EQ(chain.size(), moment.state().frames.size());
    Bytes locked = 0;
    for (const Level& level : chain) {
      EXPECT_EQ(level.locked, bytes_of(trace, level.locks));
      locked += level.locked;
    }
    const Bytes all = split_memory(trace, moment.state()).locked.bytes;
    if (moment.subject.runtime.banishes)
      EXPECT_LE(locked, all);
    else
      EXPECT_EQ(locked, all);
  }

  const std::vector<StorageId>& retained_;
};

TEST(MemorySplit, AddsUpAtEveryDecision) {
  int audits = 0;
  bool failed = false;
  bool kept_out = false;
  bool pinned = false;
  for_random_runs([&](const Subject& subject, const RunOptions& options) {
    Auditor auditor(options.simulator.retained);
    observe_run(subject, options, auditor);
    audits += auditor.audits;
    failed |= auditor.failed;
    kept_out |= auditor.kept_out;
    pinned |= auditor.pinned;
  });
  // Or these runs would say little.
  EXPECT_GT(audits, 10000);
  EXPECT_TRUE(failed);
  EXPECT_TRUE(kept_out);
  EXPECT_TRUE(pinned);
}

TEST(MemorySplit, PutsAStorageWhereWhatKeepsItSays) {
  TestTrace t;
  t.constant("x", 1).call({"x"}, {{"a", 2}}, 1).call({"x"}, {{"r", 4}}, 1);
  const Trace trace = t.build();
  const Stepper run = Stepper(trace, {.retained = {"r"}}).after("r");
  const MemorySplit split = split_memory(trace, run.state());
  EXPECT_EQ(split.pinned, (MemoryPart{1, 1}));
  EXPECT_EQ(split.locked, MemoryPart{});
  EXPECT_EQ(split.evictable, (MemoryPart{2, 1}));
  EXPECT_EQ(split.kept_out, (MemoryPart{4, 1}));
  EXPECT_EQ(split.not_evictable(), (MemoryPart{1, 1}));
  EXPECT_EQ(split.in_use(), (MemoryPart{7, 3}));
  EXPECT_EQ(labels_of(trace, storages_kept(trace, run.state(), Keeper::evictable)), "a");
}

}  // namespace
}  // namespace rematfuzz::testing
