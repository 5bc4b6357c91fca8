// Walks for counts alone, from many bases at once, against naive walks one by one.
#include "sim/state/counting_walk.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "sim/base/random.h"
#include "sim/state/region_sums.h"
#include "tests/state/naive_graph.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

// A place of a random program, with some of its storages material.
class Place {
 public:
  explicit Place(std::uint64_t seed)
      : trace_(random_trace(seed, 20 + 15 * seed, Views::of_the_only_argument)),
        position_(trace_),
        graph_(trace_, static_cast<CallId>(trace_.calls.size())),
        material_(trace_.storages.size()),
        random_(seed) {
    position_.keep_reach(trace_);
    for (CallId call = 0; call < trace_.calls.size(); ++call) position_.create(trace_, call);
    walk_.fit(trace_.storages.size());
    for (StorageId storage = 0; storage < trace_.storages.size(); ++storage)
      material_.set(storage, random_.below(3) == 0);
  }

  void check(Direction direction) {
    const std::vector<StorageId> bases = some_material(random_.below(CountingWalk::most_bases + 1));
    const std::vector<StorageId> group = some_material(random_.below(4));
    const StorageId watched = any_storage();
    std::set<StorageId> of_group;
    for (const StorageId base : group)
      of_group.merge(graph_.walk(direction, base, material_).interior);
    CountingWalk::Counts expected;
    for (std::size_t i = 0; i < bases.size(); ++i) {
      const NaiveGraph::Walk walk = graph_.walk(direction, bases[i], material_);
      expected.storages += walk.interior.size();
      expected.accesses += walk.accesses;
      for (const StorageId storage : of_group)
        expected.missed += walk.interior.contains(storage) ? 0 : 1;
      if (walk.interior.contains(watched)) expected.watched |= CountingWalk::Mask{1} << i;
    }
    if (of_group.contains(watched))
      expected.watched |= CountingWalk::Mask{1} << CountingWalk::most_bases;
    const Flags none(trace_.storages.size());
    const CountingWalk::Counts found =
        walk_.count({trace_, position_, material_, none}, direction,
                    {.bases = bases, .group = group, .watched = watched});
    EXPECT_EQ(found.storages, expected.storages);
    EXPECT_EQ(found.accesses, expected.accesses);
    EXPECT_EQ(found.missed, expected.missed);
    EXPECT_EQ(found.watched, expected.watched);
    counted_ += found.storages;
  }

  std::uint64_t counted() const { return counted_; }

 private:
  StorageId any_storage() { return static_cast<StorageId>(random_.below(trace_.storages.size())); }
  std::vector<StorageId> some_material(std::size_t most) {
    std::set<StorageId> chosen;
    for (std::size_t i = 0; i < most; ++i)
      if (const StorageId storage = any_storage(); material_[storage]) chosen.insert(storage);
    return {chosen.begin(), chosen.end()};
  }

  Trace trace_;
  Position position_;
  NaiveGraph graph_;
  Flags material_;
  Random random_;
  CountingWalk walk_;
  std::uint64_t counted_ = 0;
};

TEST(CountingWalk, CountsWhatNaiveWalksFind) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Place place(seed);
    for (int i = 0; i < 30; ++i)
      for (const Direction direction : {Direction::forward, Direction::reverse})
        place.check(direction);
    EXPECT_GT(place.counted(), 100U);
  }
}

}  // namespace
}  // namespace rematfuzz::testing
