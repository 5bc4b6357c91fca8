// The state of a run as a value: copied, compared, hashed.
#include "sim/state/state.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

Trace small_trace() {
  TestTrace t;
  return t.constant("x", 1).call({"x"}, {{"a", 2}}, 3).call({"a"}, {{"b", 4}}, 5).build();
}

constexpr State::Parts all_parts{.regions = true, .classes = true, .banishing = true};

TEST(State, BeginsWithNothing) {
  const Trace trace = small_trace();
  const State state(trace, {}, 0);
  EXPECT_EQ(state.memory, 0);
  EXPECT_EQ(state.clock, 1);
  EXPECT_TRUE(state.pool.empty());
  EXPECT_TRUE(state.frames.empty());
  EXPECT_EQ(state.material, Flags(3));
  EXPECT_EQ(state.defined, Flags(3));
}

TEST(State, HasThePartsThatItIsAskedFor) {
  const Trace trace = small_trace();
  const State none(trace, {}, 0);
  EXPECT_FALSE(none.regions.maintained());
  EXPECT_FALSE(none.classes.maintained());
  EXPECT_FALSE(none.banishing.active());
  const State all(trace, all_parts, 0);
  EXPECT_TRUE(all.regions.maintained());
  EXPECT_TRUE(all.classes.maintained());
  EXPECT_TRUE(all.banishing.active());
}

TEST(State, CopiesAreEqualAndHashAlike) {
  const Trace trace = small_trace();
  const State state(trace, all_parts, 7);
  const State copy = state;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_TRUE(copy == state);
  EXPECT_EQ(hash_value(copy), hash_value(state));
}

// Whatever changes, the state is another one; and, but for what hashing leaves out, so is its hash.
TEST(State, DependsOnEveryPart) {
  const Trace trace = small_trace();
  const std::vector<std::pair<std::string, std::function<void(State&)>>> changes{
      {"memory", [](State& s) { s.memory = 1; }},
      {"clock", [](State& s) { s.clock = 2; }},
      {"material", [](State& s) { s.material.set(1, true); }},
      {"pinned", [](State& s) { s.pinned.set(1, true); }},
      {"locks", [](State& s) { s.locks[1] = 1; }},
      {"last access", [](State& s) { s.accesses.touch(1, 1); }},
      {"defined", [](State& s) { s.defined.set(1, true); }},
      {"pool", [](State& s) { s.pool.append(1); }},
      {"frames", [](State& s) { s.frames.push_back({.target = 1}); }},
      {"pending", [](State& s) { s.pending.push_back({.tensor = 1}); }},
      {"classes", [](State& s) { s.classes.add(1, 0); }},
      {"banishing", [](State& s) { s.banishing.banish(1); }},
  };
  const State state(trace, all_parts, 7);
  for (const auto& [name, change] : changes) {
    State changed = state;
    change(changed);
    EXPECT_FALSE(changed == state) << name;
    EXPECT_NE(hash_value(changed), hash_value(state)) << name;
  }
}

TEST(State, DependsOnRegionsAndRandomnessThoughItsHashDoesNot) {
  const Trace trace = small_trace();
  const State state(trace, all_parts, 7);
  EXPECT_FALSE(state == State(trace, all_parts, 8));

  Position position(trace);
  for (CallId call = 0; call < 3; ++call) position.create(trace, call);
  State changed = state;
  Regions::Scratch scratch(3);
  RegionCounts counts;
  Flags material(3);
  material.set(1, true);
  changed.regions.on_material(trace, position, material, {{1U}}, scratch, counts);
  EXPECT_FALSE(changed == state);
  EXPECT_EQ(hash_value(changed), hash_value(state));
}

}  // namespace
}  // namespace rematfuzz::testing
