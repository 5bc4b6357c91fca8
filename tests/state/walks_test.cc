// The walks over evicted neighbourhoods, alone (Walker) and many at once (JointWalk), against naive
// ones on random graphs; views make cycles and edges of a storage to itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/state/joint_walk.h"
#include "sim/state/walker.h"
#include "tests/state/naive_graph.h"
#include "tests/state/sets.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

using Walk = NaiveGraph::Walk;

// A trace with all its calls, some of its storages material.
struct Graph {
  explicit Graph(std::uint64_t seed, std::size_t calls)
      : trace(random_trace(seed, calls)),
        position(trace),
        material(trace.storages.size()),
        naive(trace, static_cast<CallId>(trace.calls.size())) {
    for (CallId call = 0; call < trace.calls.size(); ++call) position.create(trace, call);
    Random random(seed);
    const std::uint64_t rarity = 2 + random.below(6);
    for (StorageId s = 0; s < trace.storages.size(); ++s)
      material.set(s, random.below(rarity) == 0);
  }

  std::vector<StorageId> material_storages() const {
    std::vector<StorageId> storages;
    for (StorageId s = 0; s < trace.storages.size(); ++s)
      if (material[s]) storages.push_back(s);
    return storages;
  }

  Trace trace;
  Position position;
  Flags material;
  NaiveGraph naive;
};

// What Walker asks for.
struct WalkedGraph {
  const Graph& graph;
  Direction direction;

  std::span<const Neighbor> neighbors(StorageId storage) const {
    return graph.position.neighbors(graph.trace, direction, storage);
  }
  static bool visible(StorageId, StorageId) { return true; }
  std::uint64_t accesses(StorageId storage) const {
    return graph.position.degree(direction, storage);
  }
  bool material(StorageId storage) const { return graph.material[storage]; }
  Nanos compute(StorageId storage) const { return graph.position.compute(storage); }
};

std::vector<Walk> joint(const Graph& graph, JointWalk& walker, Direction direction,
                        std::span<const StorageId> bases) {
  std::vector<WordSet> interior(bases.size(), word_set_of({1}));  // are overwritten
  std::vector<WordSet> frontier(bases.size(), word_set_of({2}));
  std::vector<JointWalk::Found> found;
  found.reserve(bases.size());
  for (std::size_t i = 0; i < bases.size(); ++i)
    found.push_back({.interior = &interior[i], .frontier = &frontier[i]});
  walker.walk(graph.trace, graph.position, graph.material, direction, bases, found);
  std::vector<Walk> walks;
  walks.reserve(bases.size());
  for (std::size_t i = 0; i < bases.size(); ++i)
    walks.push_back({ids_of(interior[i]), ids_of(frontier[i]), found[i].sum, found[i].accesses});
  return walks;
}

TEST(Walker, AgreesWithTheNaiveWalkOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Graph graph(seed, 60);
    Walker walker(graph.trace.storages.size());
    for (const Direction direction : {Direction::forward, Direction::reverse})
      for (const StorageId base : graph.material_storages()) {
        walker.walk(WalkedGraph{graph, direction}, base);
        WordSet interior;
        WordSet frontier;
        walker.take_sets(interior, frontier);
        const Walk walk{ids_of(interior), ids_of(frontier), walker.sum(), walker.accesses()};
        EXPECT_EQ(walk, graph.naive.walk(direction, base, graph.material))
            << "graph " << seed << " base " << base;
        EXPECT_EQ((Ids{walker.found().begin(), walker.found().end()}), walk.interior);
      }
  }
}

TEST(Walker, ForgetsWhatItDropped) {
  const Graph graph(1, 60);
  Walker walker(graph.trace.storages.size());
  const StorageId base = graph.material_storages().front();
  const WalkedGraph walked{graph, Direction::forward};
  walker.walk(walked, base);
  const std::vector<StorageId> found = walker.found();
  walker.drop_sets();
  walker.walk(walked, base);
  EXPECT_EQ(walker.found(), found);
}

TEST(JointWalk, OfOneBaseAgreesWithTheNaiveWalk) {
  const Graph graph(5, 60);
  JointWalk walker(graph.trace.storages.size());
  for (const Direction direction : {Direction::forward, Direction::reverse})
    for (const StorageId base : graph.material_storages())
      EXPECT_EQ(joint(graph, walker, direction, {&base, 1}).front(),
                graph.naive.walk(direction, base, graph.material))
          << base;
}

// One walker serves all walks of a graph: what one leaves behind, the next would find.
TEST(JointWalk, AgreesWithTheNaiveWalkFromEachBaseOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph(seed, 40 + 5 * seed);
    JointWalk walker(graph.trace.storages.size());
    std::vector<StorageId> all = graph.material_storages();
    std::ranges::reverse(all);  // in no order that helps
    for (const Direction direction : {Direction::forward, Direction::reverse})
      for (std::span<const StorageId> left = all; !left.empty();) {
        const auto bases = left.first(std::min(left.size(), JointWalk::most_bases));
        left = left.subspan(bases.size());
        const std::vector<Walk> walks = joint(graph, walker, direction, bases);
        for (std::size_t i = 0; i < bases.size(); ++i)
          EXPECT_EQ(walks[i], graph.naive.walk(direction, bases[i], graph.material))
              << "graph " << seed << " base " << bases[i] << " of " << bases.size();
      }
  }
}

// The random graphs are worth something: they have what makes walks hard.
TEST(JointWalk, IsTriedOnCyclesAndOn64Bases) {
  std::size_t most_bases = 0;
  std::size_t self_edges = 0;
  std::size_t edges_back = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph(seed, 40 + 5 * seed);
    most_bases = std::max(most_bases, graph.material_storages().size());
    for (StorageId s = 0; s < graph.trace.storages.size(); ++s)
      for (const StorageId to : graph.naive.neighbors(Direction::forward, s)) {
        if (to == s) ++self_edges;
        if (to < s) ++edges_back;
      }
  }
  EXPECT_GT(most_bases, JointWalk::most_bases);
  EXPECT_GT(self_edges, 100U);
  EXPECT_GT(edges_back, 100U);
}

}  // namespace
}  // namespace rematfuzz::testing
