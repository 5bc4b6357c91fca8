// The word-wise walk that remembers, against naive walks: while a program grows, storages are
// evicted and brought back, and walks are taken again and again from the same storages.
#include "sim/state/region_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "sim/base/random.h"
#include "tests/state/naive_graph.h"
#include "tests/trace/random_trace.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

constexpr Direction directions[] = {Direction::forward, Direction::reverse};

class Walks {
 public:
  explicit Walks(Trace trace)
      : trace_(std::move(trace)),
        position_(trace_),
        material_(trace_.storages.size()),
        pinned_(trace_.storages.size()),
        walk_(trace_.storages.size()),
        graph_(trace_, 0) {
    position_.keep_reach(trace_);
  }

  bool done() const { return position_.created() == trace_.calls.size(); }
  // Back to before the first call; what was walked stays remembered.
  void start_over() {
    position_ = Position(trace_);
    position_.keep_reach(trace_);
    graph_ = NaiveGraph(trace_, 0);
    storages_ = 0;
  }
  void create() {
    const CallId call = position_.created();
    position_.create(trace_, call);
    graph_ = NaiveGraph(trace_, call + 1);
    const Call& created = trace_.calls[call];
    for (TensorId t = created.first_output; t < created.first_output + created.outputs; ++t)
      storages_ = std::max(storages_, trace_.tensors[t].storage + 1);
  }
  void create_all() {
    while (!done()) position_.create(trace_, position_.created());
    graph_ = NaiveGraph(trace_, position_.created());
    storages_ = static_cast<StorageId>(trace_.storages.size());
  }
  StorageId storages() const { return storages_; }
  bool material(StorageId storage) const { return material_[storage]; }
  void set_material(StorageId storage, bool is) { material_.set(storage, is); }
  void pin(StorageId storage) { pinned_.set(storage, true); }

  void expect_sum(Direction direction, StorageId base) {
    EXPECT_EQ(walk_.sum(scene(), direction, base), naive(direction, base).sum) << "base " << base;
  }

  void expect_frontier(Direction direction, StorageId base) {
    const NaiveGraph::Walk expected = naive(direction, base);
    std::set<StorageId> frontier;
    const auto visit = [&](StorageId storage) { EXPECT_TRUE(frontier.insert(storage).second); };
    EXPECT_EQ(walk_.for_frontier(scene(), direction, base, visit), expected.sum) << "base " << base;
    EXPECT_EQ(frontier, without_pinned(expected.frontier)) << "base " << base;
    std::set<StorageId> found;
    for (StorageId storage = 0; storage < storages_; ++storage)
      if (walk_.found(storage) && storage != base) found.insert(storage);
    EXPECT_EQ(found, expected.interior) << "base " << base;
  }

  void expect_joint_frontier(Direction direction, const std::vector<StorageId>& bases) {
    std::set<StorageId> expected;
    for (const StorageId base : bases) expected.merge(naive(direction, base).frontier);
    std::set<StorageId> frontier;
    walk_.for_frontier(scene(), direction, bases,
                       [&](StorageId storage) { frontier.insert(storage); });
    EXPECT_EQ(frontier, without_pinned(expected));
  }

 private:
  RegionWalk::Scene scene() const { return {trace_, position_, material_, pinned_}; }

  // A walk never counts its base.
  NaiveGraph::Walk naive(Direction direction, StorageId base) const {
    NaiveGraph::Walk walk = graph_.walk(direction, base, material_);
    if (walk.interior.erase(base) != 0) walk.sum -= position_.compute(base);
    return walk;
  }
  std::set<StorageId> without_pinned(std::set<StorageId> storages) const {
    std::erase_if(storages, [this](StorageId storage) { return pinned_[storage]; });
    return storages;
  }

  Trace trace_;
  Position position_;
  Flags material_;
  Flags pinned_;
  RegionWalk walk_;
  NaiveGraph graph_;
  StorageId storages_ = 0;  // exist
};

// Random graphs, with views that make cycles, in several words of 64 storages.
TEST(RegionWalk, AgreesWithNaiveWalksWhileTheProgramGoesOn) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    Walks walks(random_trace(seed, 100 + 20 * seed));
    Random random(seed);
    while (!walks.done()) {
      walks.create();
      if (walks.storages() == 0) continue;
      for (int i = 0; i < 4; ++i) {
        const auto any = static_cast<StorageId>(random.below(walks.storages()));
        walks.set_material(any, random.below(3) == 0);
        if (random.below(20) == 0) walks.pin(any);
        // Mostly from few storages, so that most walks are remembered ones.
        const std::uint64_t few = random.below(4) == 0 ? walks.storages() : 1 + any % 7;
        const auto base =
            static_cast<StorageId>(random.below(std::min<std::uint64_t>(few, walks.storages())));
        const Direction direction = directions[random.below(2)];
        if (random.below(2) == 0)
          walks.expect_sum(direction, base);
        else
          walks.expect_frontier(direction, base);
        if (::testing::Test::HasFailure()) return;
      }
      std::vector<StorageId> evicted;
      for (StorageId s = 0; s < walks.storages(); ++s)
        if (!walks.material(s) && random.below(8) == 0) evicted.push_back(s);
      for (const Direction direction : directions) walks.expect_joint_frontier(direction, evicted);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// a_0 -> a_1 -> ... through many words, in both directions; what is remembered goes on where the
// border was evicted, and is forgotten where something came back.
TEST(RegionWalk, GoesOnFromWhatItRemembers) {
  TestTrace t;
  constexpr StorageId length = 300;
  const auto name = [](StorageId s) { return std::string("a") + std::to_string(s); };
  t.call({}, {{name(0), 1}}, 1);
  for (StorageId s = 1; s < length; ++s) t.call({name(s - 1)}, {{name(s), 1}}, 1);
  Walks walks(t.build());
  while (!walks.done()) walks.create();
  for (StorageId s = 0; s < length; ++s) walks.set_material(s, true);
  for (StorageId s = 1; s + 1 < length; ++s) {
    walks.set_material(s, false);
    walks.expect_sum(Direction::forward, 0);
    walks.expect_frontier(Direction::reverse, length - 1);
  }
  walks.set_material(150, true);
  walks.expect_frontier(Direction::forward, 0);
  walks.expect_frontier(Direction::reverse, length - 1);
  walks.set_material(150, false);
  walks.expect_sum(Direction::forward, 0);
  walks.expect_sum(Direction::reverse, length - 1);
}

// A walk that is remembered from before a call was created knows nothing of the call.
TEST(RegionWalk, ForgetsWhereTheProgramAddedSomething) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1)
      .call({"a"}, {{"b", 1}}, 10)
      .call({"b"}, {{"c", 1}}, 100)
      .call({"b"}, {view("v", 0)}, 1000);
  Walks walks(t.build());
  walks.create();
  walks.create();
  walks.set_material(0, true);
  walks.expect_sum(Direction::forward, 0);  // b
  walks.create();
  walks.expect_sum(Direction::forward, 0);  // b and c
  walks.create();
  walks.expect_sum(Direction::forward, 0);  // b, which costs more, and c
  walks.start_over();
  walks.create();
  walks.create();
  walks.expect_sum(Direction::forward, 0);  // b alone
}

// A walk through more words than are remembered, and back.
TEST(RegionWalk, GoesThroughVeryManyWords) {
  TestTrace t;
  constexpr StorageId length = 20000;
  const auto name = [](StorageId s) { return std::string("a") + std::to_string(s); };
  t.call({}, {{name(0), 1}}, 1);
  for (StorageId s = 1; s < length; ++s) t.call({name(s - 1)}, {{name(s), 1}}, s);
  Walks walks(t.build());
  walks.create_all();
  for (const bool material : {false, true, false}) {
    walks.set_material(length / 2, material);
    for (int again = 0; again < 2; ++again) {
      SCOPED_TRACE("material in the middle: " + std::to_string(material));
      walks.expect_sum(Direction::forward, 0);
      walks.expect_frontier(Direction::reverse, length - 1);
    }
  }
}

}  // namespace
}  // namespace rematfuzz::testing
