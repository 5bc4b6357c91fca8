// Which entries of argument and child lists banishing removed, against lists that are edited.
#include "sim/state/banishing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "sim/base/random.h"
#include "tests/trace/random_trace.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {
namespace {

using Tensors = std::vector<TensorId>;

// The lists as the reference has them: one of arguments and one of children for each tensor.
class EditedLists {
 public:
  explicit EditedLists(const Trace& trace)
      : trace_(trace), parents_(trace.tensors.size()), children_(trace.tensors.size()) {
    for (TensorId t = 0; t < trace.tensors.size(); ++t)
      for (const TensorId arg : trace.args_of(trace.tensors[t].call)) {
        parents_[t].push_back(arg);
        children_[arg].push_back(t);
      }
  }

  void banish(StorageId storage) {
    for (const TensorId t : trace_.tensors_on(storage)) {
      for (const TensorId parent : parents_[t])
        if (trace_.tensors[parent].storage != storage) remove_one(children_[parent], t);
      for (const TensorId child : children_[t])
        if (trace_.tensors[child].storage != storage) remove_one(parents_[child], t);
    }
  }

  const Tensors& parents(TensorId tensor) const { return parents_[tensor]; }
  const Tensors& children(TensorId tensor) const { return children_[tensor]; }

 private:
  static void remove_one(Tensors& list, TensorId tensor) {
    const auto at = std::find(list.begin(), list.end(), tensor);
    if (at != list.end()) list.erase(at);
  }

  const Trace& trace_;
  std::vector<Tensors> parents_;
  std::vector<Tensors> children_;
};

std::multiset<TensorId> listed_children(const Trace& trace, const Banishing& banishing,
                                        TensorId tensor) {
  std::multiset<TensorId> children;
  for (TensorId t = 0; t < trace.tensors.size(); ++t)
    for (const TensorId arg : trace.args_of(trace.tensors[t].call))
      if (arg == tensor && banishing.lists(trace.tensors[tensor].storage, trace.tensors[t].storage))
        children.insert(t);
  return children;
}

void expect_equal(const Trace& trace, const Banishing& banishing, const EditedLists& lists) {
  Tensors parents;
  for (TensorId t = 0; t < trace.tensors.size(); ++t) {
    banishing.parents(trace, t, parents);
    ASSERT_EQ(parents, lists.parents(t)) << "arguments of tensor " << t;
    const Tensors& children = lists.children(t);
    ASSERT_EQ(listed_children(trace, banishing, t),
              (std::multiset<TensorId>{children.begin(), children.end()}))
        << "children of tensor " << t;
  }
}

TEST(Banishing, IsInactiveUnlessAskedFor) {
  TestTrace t;
  const Trace trace = t.constant("x", 1).build();
  EXPECT_FALSE(Banishing().active());
  EXPECT_TRUE(Banishing(trace).active());
}

TEST(Banishing, AtFirstEverythingIsListed) {
  const Trace trace = random_trace(1, 30);
  ASSERT_NO_FATAL_FAILURE(expect_equal(trace, Banishing(trace), EditedLists(trace)));
}

// Of two neighbours, the one banished first has left the other's list and still lists the other.
TEST(Banishing, TheOrderDecidesWhoListsWhom) {
  TestTrace t;
  const Trace trace = t.constant("x", 1).call({"x"}, {{"a", 1}}, 1).build();
  Banishing banishing(trace);
  banishing.banish(0);
  EXPECT_TRUE(banishing.banished(0));
  EXPECT_FALSE(banishing.lists(1, 0));
  EXPECT_TRUE(banishing.lists(0, 1));
  banishing.banish(1);
  EXPECT_FALSE(banishing.lists(1, 0));
  EXPECT_TRUE(banishing.lists(0, 1));
  EXPECT_TRUE(banishing.lists(0, 0));  // a storage lists itself whatever happens
}

TEST(Banishing, EditsListsAsTheReferenceDoes) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Trace trace = random_trace(seed, 20);
    Banishing banishing(trace);
    EditedLists lists(trace);
    Random random(seed);
    for (std::size_t i = 0; i < trace.storages.size(); ++i) {
      const auto storage = static_cast<StorageId>(random.below(trace.storages.size()));
      if (banishing.banished(storage)) continue;
      banishing.banish(storage);
      lists.banish(storage);
      ASSERT_NO_FATAL_FAILURE(expect_equal(trace, banishing, lists));
    }
  }
}

TEST(Dependents, AreASetForEachStorage) {
  TestTrace t;
  t.constant("x", 1).constant("y", 1).call({"x", "y", "x"}, {{"a", 1}, {"b", 1}}, 1);
  const Trace trace = t.build();
  const TensorId a = tensor_of(trace, "a");
  const TensorId b = tensor_of(trace, "b");
  Banishing banishing(trace);
  EXPECT_FALSE(banishing.has_evicted_dependents(0));
  banishing.add_dependent(trace, 0, a);
  banishing.add_dependent(trace, 0, a);
  banishing.add_dependent(trace, 0, b);
  EXPECT_TRUE(banishing.has_evicted_dependents(0));
  EXPECT_FALSE(banishing.has_evicted_dependents(1));
  banishing.remove_dependent(trace, 0, a);
  EXPECT_TRUE(banishing.has_evicted_dependents(0));
  banishing.remove_dependent(trace, 0, a);
  banishing.remove_dependent(trace, 0, b);
  EXPECT_FALSE(banishing.has_evicted_dependents(0));
}

TEST(Dependents, BehaveAsSetsUnderRandomOperations) {
  const Trace trace = random_trace(7, 30);
  // All pairs of a storage and a tensor elsewhere that takes something of it.
  std::vector<std::pair<StorageId, TensorId>> pairs;
  for (TensorId t = 0; t < trace.tensors.size(); ++t)
    for (const TensorId arg : trace.args_of(trace.tensors[t].call))
      if (trace.tensors[arg].storage != trace.tensors[t].storage)
        pairs.emplace_back(trace.tensors[arg].storage, t);
  ASSERT_GT(pairs.size(), 20U);

  Random random(8);
  Banishing banishing(trace);
  std::vector<std::set<TensorId>> sets(trace.storages.size());
  for (int i = 0; i < 5'000; ++i) {
    const auto [storage, tensor] = pairs[random.below(pairs.size())];
    if (random.below(3) == 0) {
      banishing.add_dependent(trace, storage, tensor);
      sets[storage].insert(tensor);
    } else {
      banishing.remove_dependent(trace, storage, tensor);
      sets[storage].erase(tensor);
    }
    ASSERT_EQ(banishing.has_evicted_dependents(storage), !sets[storage].empty());
  }
}

TEST(Banishing, IsEqualIfTheSameWasBanishedInTheSameOrder) {
  const Trace trace = random_trace(2, 20);
  const auto banished = [&](std::initializer_list<StorageId> order) {
    Banishing banishing(trace);
    for (const StorageId storage : order) banishing.banish(storage);
    return banishing;
  };
  EXPECT_TRUE(banished({1, 2}) == banished({1, 2}));
  EXPECT_EQ(banished({1, 2}).hash(), banished({1, 2}).hash());
  EXPECT_FALSE(banished({1, 2}) == banished({2, 1}));
  EXPECT_NE(banished({1, 2}).hash(), banished({2, 1}).hash());
  EXPECT_FALSE(banished({1}) == banished({1, 2}));
}

}  // namespace
}  // namespace rematfuzz::testing
