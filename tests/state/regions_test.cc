// Maintained neighbourhoods, against the steps of the reference done with standard sets.
#include "sim/state/regions.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "sim/base/random.h"
#include "tests/state/naive_graph.h"
#include "tests/trace/random_trace.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

constexpr std::array both{Direction::forward, Direction::reverse};

constexpr Direction opposite(Direction direction) {
  return direction == Direction::forward ? Direction::reverse : Direction::forward;
}

// The steps, word for word.
class NaiveRegions {
 public:
  struct Region {
    std::set<StorageId> interior;
    std::set<StorageId> frontier;
    Nanos sum = 0;
  };

  explicit NaiveRegions(std::size_t storages) {
    for (auto& side : sides_) side.resize(storages);
  }

  const Region& region(Direction direction, StorageId storage) const {
    return sides_[static_cast<std::size_t>(direction)][storage];
  }
  Region& region(Direction direction, StorageId storage) {
    return sides_[static_cast<std::size_t>(direction)][storage];
  }

  void on_evict(const NaiveGraph& graph, StorageId storage) {
    for (const Direction direction : both) {
      const std::set<StorageId> around = region(opposite(direction), storage).frontier;
      for (const StorageId into : around) absorb(graph, direction, into, storage);
    }
    for (const Direction direction : both) region(direction, storage) = {};
  }

  void on_material(const NaiveGraph& graph, const Flags& material,
                   const std::vector<StorageId>& storages) {
    for (const StorageId storage : storages)
      for (const Direction direction : both) rebuild(graph, material, direction, storage);
    for (const Direction direction : both) {
      std::set<StorageId> affected;
      for (const StorageId storage : storages)
        affected.merge(std::set(region(opposite(direction), storage).frontier));
      affected_[static_cast<std::size_t>(direction)] = affected;
    }
    for (const Direction direction : both)
      for (const StorageId storage : affected_[static_cast<std::size_t>(direction)])
        rebuild(graph, material, direction, storage);
  }

  RegionCounts counts;

 private:
  void absorb(const NaiveGraph& graph, Direction direction, StorageId into, StorageId evicted) {
    Region& mine = region(direction, into);
    const Region& theirs = region(direction, evicted);  // the same one where it absorbs itself
    if (mine.frontier.erase(evicted) == 0) ++counts.misses;
    mine.frontier.insert(theirs.frontier.begin(), theirs.frontier.end());
    std::set<StorageId> added{evicted};
    for (const StorageId storage : theirs.interior)
      if (!mine.interior.contains(storage)) added.insert(storage);
    for (const StorageId storage : added) mine.sum += graph.compute(storage);
    counts.accesses += added.size();
    mine.interior.merge(added);
  }

  void rebuild(const NaiveGraph& graph, const Flags& material, Direction direction,
               StorageId storage) {
    NaiveGraph::Walk walk = graph.walk(direction, storage, material);
    counts.accesses += walk.accesses;
    region(direction, storage) = {std::move(walk.interior), std::move(walk.frontier), walk.sum};
  }

  std::array<std::vector<Region>, 2> sides_;
  std::array<std::set<StorageId>, 2> affected_;
};

// Creates the calls of a trace one by one, and evicts and brings back at random what exists.
class Drive {
 public:
  explicit Drive(const Trace& trace, std::uint64_t seed)
      : trace_(trace),
        random_(seed),
        position_(trace),
        graph_(trace, 0),
        material_(trace.storages.size()),
        scratch_(trace.storages.size()),
        regions_(trace.storages.size()),
        naive_(trace.storages.size()) {}

  bool done() const { return position_.created() == trace_.calls.size(); }

  void create_call() {
    const Call& call = trace_.calls[position_.created()];
    position_.create(trace_, position_.created());
    graph_ = NaiveGraph(trace_, position_.created());
    std::vector<StorageId> fresh;
    for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
      if (!trace_.is_view(t)) fresh.push_back(trace_.tensors[t].storage);
    if (!fresh.empty() && random_.below(8) != 0) bring(fresh);
  }

  void evict_any() {
    const StorageId storage = any_storage();
    if (storage == no_id || !material_[storage]) return;
    material_.set(storage, false);
    regions_.on_evict(position_, storage, counts_);
    naive_.on_evict(graph_, storage);
  }

  void bring_any() {
    std::vector<StorageId> storages;
    for (std::uint64_t left = 1 + random_.below(3); left > 0; --left) {
      const StorageId storage = any_storage();
      if (storage != no_id && !material_[storage]) {
        storages.push_back(storage);
        material_.set(storage, true);
      }
    }
    if (!storages.empty()) bring(storages);
  }

  void expect_equal() const {
    for (StorageId s = 0; s < trace_.storages.size(); ++s)
      for (const Direction direction : both)
        ASSERT_EQ(regions_.sum(direction, s), naive_.region(direction, s).sum)
            << "storage " << s << " direction " << static_cast<int>(direction) << " after call "
            << position_.created();
    ASSERT_EQ(counts_.accesses, naive_.counts.accesses);
    ASSERT_EQ(counts_.misses, naive_.counts.misses);
  }

  // Storages that are, at this moment, in the frontier of their own region.
  std::size_t in_their_own_frontier() const {
    std::size_t count = 0;
    for (StorageId s = 0; s < trace_.storages.size(); ++s)
      for (const Direction direction : both) count += naive_.region(direction, s).frontier.count(s);
    return count;
  }

  const Regions& regions() const { return regions_; }
  std::uint64_t misses() const { return counts_.misses; }

 private:
  void bring(const std::vector<StorageId>& storages) {
    for (const StorageId storage : storages) material_.set(storage, true);
    regions_.on_material(trace_, position_, material_, storages, scratch_, counts_);
    naive_.on_material(graph_, material_, storages);
  }

  StorageId any_storage() {
    if (position_.created() == 0) return no_id;
    const Call& last = trace_.calls[position_.created() - 1];
    const std::uint64_t tensors = last.first_output + last.outputs;
    return trace_.tensors[random_.below(tensors)].storage;
  }

  const Trace& trace_;
  Random random_;
  Position position_;
  NaiveGraph graph_;
  Flags material_;
  Regions::Scratch scratch_;
  Regions regions_;
  NaiveRegions naive_;
  RegionCounts counts_;
};

void do_something(Drive& drive, Random& random) {
  switch (random.below(5)) {
    case 0:
      return drive.create_call();
    case 1:
      return drive.bring_any();
    default:
      return drive.evict_any();
  }
}

TEST(Regions, FollowTheStepsOfTheReference) {
  std::size_t own = 0;
  std::uint64_t misses = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const Trace trace = random_trace(seed, 30);
    Drive drive(trace, seed);
    Random random(seed + 1000);
    while (!drive.done()) {
      do_something(drive, random);
      ASSERT_NO_FATAL_FAILURE(drive.expect_equal());
      own += drive.in_their_own_frontier();
    }
    misses += drive.misses();
  }
  // The odd cases did come up.
  EXPECT_GT(own, 0U);
  EXPECT_GT(misses, 0U);
}

// More storages around the one that comes back than one joint walk takes.
TEST(Regions, AreRebuiltForMoreThan64StoragesAtOnce) {
  constexpr StorageId leaves = 150;
  TestTrace t;
  t.call({}, {{"hub", 1}}, 7);
  for (StorageId i = 0; i < leaves; ++i) t.call({"hub"}, {{"leaf" + std::to_string(i), 1}}, 1);
  const Trace trace = t.build();
  Drive drive(trace, 0);
  while (!drive.done()) drive.create_call();
  for (int i = 0; i < 3000; ++i) {
    if (i % 3 == 0)
      drive.bring_any();
    else
      drive.evict_any();
    ASSERT_NO_FATAL_FAILURE(drive.expect_equal());
  }
}

std::vector<Nanos> sums(const Regions& regions, std::size_t storages) {
  std::vector<Nanos> sums;
  for (StorageId s = 0; s < storages; ++s)
    for (const Direction direction : both) sums.push_back(regions.sum(direction, s));
  return sums;
}

// A copy shares what neither side changed, and keeps what it held when the original goes on.
TEST(Regions, CopiesKeepWhatTheyHeld) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Trace trace = random_trace(seed, 30);
    const std::size_t storages = trace.storages.size();
    Drive drive(trace, seed);
    Random random(seed);
    std::vector<std::pair<Regions, std::vector<Nanos>>> copies;
    while (!drive.done()) {
      copies.emplace_back(drive.regions(), sums(drive.regions(), storages));
      EXPECT_TRUE(copies.back().first == drive.regions());
      do_something(drive, random);
    }
    for (const auto& [copy, expected] : copies) ASSERT_EQ(sums(copy, storages), expected);
  }
}

TEST(Regions, OfEqualHistoriesAreEqual) {
  const Trace trace = random_trace(3, 30);
  Drive a(trace, 3);
  Drive b(trace, 3);
  Random random_a(9);
  Random random_b(9);
  while (!a.done()) {
    do_something(a, random_a);
    do_something(b, random_b);
    ASSERT_TRUE(a.regions() == b.regions());
  }
  EXPECT_FALSE(a.regions() == Regions(trace.storages.size()));
}

// An evicted storage has no regions, as one that never had any.
TEST(Regions, AreEqualWhetherEmptiedOrNeverMade) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 5).build();
  Position position(trace);
  position.create(trace, 0);
  Regions regions(1);
  Regions::Scratch scratch(1);
  RegionCounts counts;
  const std::vector<StorageId> all{0};
  Flags material(1);
  material.set(0, true);
  regions.on_material(trace, position, material, all, scratch, counts);
  EXPECT_TRUE(regions == Regions(1));  // alone, its regions are empty
  regions.on_evict(position, 0, counts);
  EXPECT_TRUE(regions == Regions(1));
  EXPECT_FALSE(regions == Regions(2));
}

TEST(Regions, AreNotMaintainedForNoStorage) {
  EXPECT_FALSE(Regions().maintained());
  EXPECT_TRUE(Regions(1).maintained());
}

// a -> b -> c with b evicted: a's forward region and c's reverse region hold b.
TEST(Regions, HoldWhatIsEvictedBetweenMaterialStorages) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({"a"}, {{"b", 1}}, 10).call({"b"}, {{"c", 1}}, 100);
  const Trace trace = t.build();
  Position position(trace);
  Regions regions(3);
  Regions::Scratch scratch(3);
  RegionCounts counts;
  Flags material(3);
  for (StorageId s = 0; s < 3; ++s) {
    position.create(trace, s);
    material.set(s, true);
    regions.on_material(trace, position, material, {{s}}, scratch, counts);
  }
  regions.on_evict(position, 1, counts);
  EXPECT_EQ(sums(regions, 3), (std::vector<Nanos>{10, 0, 0, 0, 0, 10}));
  regions.on_evict(position, 2, counts);  // a's region grows by c, which has nothing behind it
  EXPECT_EQ(sums(regions, 3), (std::vector<Nanos>{110, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace rematfuzz::testing
