// What the place in the program fixes, against the calls that exist there.
#include "sim/state/position.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/state/naive_graph.h"
#include "tests/trace/random_trace.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

TEST(Position, IsEmptyBeforeTheFirstCall) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 5).call({"a"}, {{"b", 1}}, 7).build();
  const Position position(trace);
  EXPECT_EQ(position.created(), 0U);
  EXPECT_EQ(position.compute(0), 0);
  EXPECT_EQ(position.external(0), 0U);
  EXPECT_TRUE(position.neighbors(trace, Direction::forward, 0).empty());
}

TEST(Position, ComputeGrowsWhenViewsJoin) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 5).call({"a"}, {view("v", 0)}, 7);
  const Trace trace = t.build();
  Position position(trace);
  position.create(trace, 0);
  EXPECT_EQ(position.compute(0), 5);
  position.create(trace, 1);
  EXPECT_EQ(position.compute(0), 12);
  EXPECT_EQ(position.external(0), 2U);
}

// Two views by one call: its cost counts once, their references twice.
TEST(Position, ComputeCountsACallOnce) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 5).call({"a"}, {view("v", 0), {"b", 1}, view("w", 0)}, 7);
  const Trace trace = t.build();
  Position position(trace);
  position.create(trace, 0);
  position.create(trace, 1);
  EXPECT_EQ(position.compute(storage_of(trace, "a")), 12);
  EXPECT_EQ(position.compute(storage_of(trace, "b")), 7);
  EXPECT_EQ(position.external(storage_of(trace, "a")), 3U);
}

TEST(Position, CountsReferences) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 5).build();
  Position position(trace);
  position.create(trace, 0);
  position.add_reference(0);
  EXPECT_EQ(position.external(0), 2U);
  position.drop_reference(0);
  position.drop_reference(0);
  EXPECT_EQ(position.external(0), 0U);
}

// Every neighbour as often as a tensor-level step leads to it.
std::multiset<StorageId> steps(const Trace& trace, const Position& position, Direction direction,
                               StorageId storage) {
  std::multiset<StorageId> steps;
  for (const Neighbor& neighbor : position.neighbors(trace, direction, storage))
    for (std::uint32_t i = 0; i < neighbor.multiplicity; ++i) steps.insert(neighbor.storage);
  return steps;
}

TEST(Position, AgreesWithTheCallsAtEveryPlaceOfRandomTraces) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Trace trace = random_trace(seed, 25);
    Position position(trace);
    for (CallId call = 0; call < trace.calls.size(); ++call) {
      position.create(trace, call);
      ASSERT_EQ(position.created(), call + 1);
      const NaiveGraph naive(trace, call + 1);
      for (StorageId s = 0; s < trace.storages.size(); ++s) {
        SCOPED_TRACE(::testing::Message()
                     << "trace " << seed << " call " << call << " storage " << s);
        ASSERT_EQ(position.compute(s), naive.compute(s));
        for (const Direction direction : {Direction::forward, Direction::reverse}) {
          const auto& expected = naive.neighbors(direction, s);
          ASSERT_EQ(steps(trace, position, direction, s),
                    (std::multiset<StorageId>{expected.begin(), expected.end()}));
          ASSERT_EQ(position.degree(direction, s), expected.size());
        }
      }
    }
  }
}

}  // namespace
}  // namespace rematfuzz::testing
