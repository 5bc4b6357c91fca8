// Maps by one run a regime: what they refuse. What they are right about, see explorer_test.cc.
#include "sim/map/enumerate.h"

#include <gtest/gtest.h>

#include "sim/run/runtime.h"
#include "tests/error_of.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

// Goes by the budget in some way of its own, or so it says.
class Thrifty final : public Policy {
 public:
  StorageId choose(PolicyView& view) const override { return view.slots().front(); }
  bool has_regimes() const override { return false; }
};

TEST(EnumerateRegimes, RefusesAPolicyWithoutRegimes) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).build();
  EXPECT_EQ(error_of([&] {
              enumerate_regimes(trace, find_runtime("RuntimeV2"), "Thrifty", Thrifty(),
                                {.from = 0, .to = 2}, {});
            }),
            "Thrifty has no budget regimes; use sweep");
}

}  // namespace
}  // namespace rematfuzz::testing
