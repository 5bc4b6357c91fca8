// The published figures, from the published traces where they are present (shared/spec/findings.md;
// arXiv:2609.31250, arXiv:2610.14369).
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "sim/anatomy/anatomy.h"
#include "sim/anatomy/divergence.h"
#include "sim/anatomy/side_by_side.h"
#include "sim/run/baseline.h"
#include "sim/trace/log_reader.h"
#include "tests/anatomy/subject.h"
#include "tests/trace/shared_trace.h"

namespace rematfuzz::testing {
namespace {

const Setting published{.runtime = "RuntimeV2EagerOptimized", .policy = "DTR"};

class Published : public ::testing::Test {
 protected:
  bool load(const std::string& start) {
    const std::string path = shared_trace(start);
    if (path.empty()) return false;
    trace_ = read_log(path).trace;
    baseline_ = compute_baseline(trace_);
    return true;
  }
  Bytes budget(double ratio) const { return budget_of_ratio(baseline_, ratio); }
  Explanation explain(double ratio) const {
    RunOptions options;
    options.budget = budget(ratio);
    return explain_run(subject_of(trace_, published), options);
  }
  Divergence diverge(double smaller, double larger) const {
    return find_divergence(subject_of(trace_, published), {}, {budget(smaller), budget(larger)});
  }

  Trace trace_;
  Baseline baseline_;
};

TEST_F(Published, ResnetFailsFullyPinned) {
  if (!load("resnet32-")) GTEST_SKIP() << "the published traces are not here";
  const Explanation run = explain(0.104);
  const Anatomy& failure = the(run.failure);
  // The publication names x7977, which this call takes first.
  EXPECT_EQ(trace_.label(failure.target()), "x7984");
  const CallId call = trace_.tensors[failure.target()].call;
  EXPECT_EQ(trace_.operator_name(call), "cudnn_batch_norm");
  EXPECT_EQ(trace_.label(trace_.args_of(call).front()), "x7977");
  EXPECT_EQ(failure.need, 179'830'912);
  EXPECT_EQ(failure.memory, 889'795'480);
  EXPECT_EQ(failure.split.not_evictable(), (MemoryPart{889'795'480, 231}));
  EXPECT_TRUE(failure.fully_pinned());
  EXPECT_EQ(failure.depth(), 118U);
  EXPECT_EQ(run.pressure.pinned.bytes, 889'795'480);
  EXPECT_EQ(run.pressure.depth, 118U);
  EXPECT_EQ(run.pressure.deepest, 124U);
}

TEST_F(Published, ResnetPassesWithLessPinned) {
  if (!load("resnet32-")) GTEST_SKIP() << "the published traces are not here";
  const Pressure below = explain(0.101).pressure;
  EXPECT_EQ(below.pinned, (MemoryPart{754'908'056, 227}));
  EXPECT_EQ(below.depth, 8U);
  const Pressure above = explain(0.107).pressure;
  EXPECT_EQ(above.pinned.bytes, 575'077'272);
  EXPECT_EQ(above.depth, 30U);
}

TEST_F(Published, InceptionPartsAtItsFourteenthEviction) {
  if (!load("inceptionv4-")) GTEST_SKIP() << "the published traces are not here";
  const Divergence two = diverge(0.2343, 0.235);
  EXPECT_EQ(two.runs[0].result.result, Outcome::pass);
  EXPECT_NEAR(overhead_of(baseline_, two.runs[0].result.clock), 1.471, 0.0005);
  EXPECT_EQ(two.runs[1].result.result, Outcome::oom);
  EXPECT_EQ(the(two.first_eviction).number, 14U);
}

TEST_F(Published, LstmEvictsTheSameStoragesSixTimesAsOften) {
  if (!load("lstm-")) GTEST_SKIP() << "the published traces are not here";
#ifdef REMATFUZZ_SLOW_BUILD
  GTEST_SKIP() << "takes minutes in a slow build";
#else
  const Divergence two = diverge(0.264, 0.265);
  const RunResult& slow = two.runs[0].result;
  const RunResult& fast = two.runs[1].result;
  EXPECT_NEAR(overhead_of(baseline_, slow.clock), 8.7789, 0.00005);
  EXPECT_NEAR(overhead_of(baseline_, fast.clock), 1.3826, 0.00005);
  EXPECT_EQ(slow.evictions, 43292U);
  EXPECT_EQ(slow.evicted_storages, 5236U);
  EXPECT_EQ(fast.evictions, 6958U);
  EXPECT_EQ(fast.evicted_storages, 5233U);
  EXPECT_NEAR(compare_evicted(trace_, two.runs).jaccard(), 0.999, 0.0005);
#endif
}

}  // namespace
}  // namespace rematfuzz::testing
