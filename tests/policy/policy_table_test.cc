// The policies by name, and a policy that is in no table.
#include "sim/policy/policy_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "sim/base/error.h"
#include "tests/run/simulate.h"

namespace rematfuzz::testing {
namespace {

TEST(PolicyTable, HasTwentyFourNames) {
  std::set<std::string_view> names;
  for (const PolicyEntry& entry : policy_table()) {
    names.insert(entry.name);
    EXPECT_NE(entry.policy, nullptr) << entry.name;
    EXPECT_FALSE(entry.formula.empty()) << entry.name;
  }
  EXPECT_EQ(names.size(), 24U);
  EXPECT_EQ(policy_table().size(), 24U);
}

TEST(PolicyTable, AliasesAreTheSameObject) {
  std::string aliases;
  for (const PolicyEntry& entry : policy_table()) {
    if (entry.same_as.empty()) continue;
    EXPECT_EQ(entry.policy, find_policy(entry.same_as).policy) << entry.name;
    aliases.append(entry.name).append(" ");
  }
  EXPECT_EQ(aliases, "AbESizeStale AbEqSizeStale AbLocalSizeStale AbSize AbRandom ");
}

TEST(PolicyTable, OtherNamesAreDifferentObjects) {
  std::set<const Policy*> policies;
  for (const PolicyEntry& entry : policy_table())
    if (entry.same_as.empty()) EXPECT_TRUE(policies.insert(entry.policy).second) << entry.name;
}

TEST(PolicyTable, SaysWhatAPolicyReads) {
  const auto structure = [](const char* name) { return find_policy(name).policy->structure(); };
  for (const char* name : {"DTR", "MSPS", "AbE", "AbESize", "AbEStale", "AbESizeStale"})
    EXPECT_EQ(structure(name), Structure::regions) << name;
  for (const char* name : {"DTREqClass", "AbEq", "AbEqSize", "AbEqStale", "AbEqSizeStale"})
    EXPECT_EQ(structure(name), Structure::classes) << name;
  for (const char* name : {"DTRLocal", "DTRUnopt", "LRU", "LargestStorage", "RandomStorage"})
    EXPECT_EQ(structure(name), Structure::none) << name;
}

TEST(PolicyTable, OnlyRandomStorageIsRandomized) {
  for (const PolicyEntry& entry : policy_table())
    EXPECT_EQ(entry.policy->randomized(), entry.name == "RandomStorage" || entry.name == "AbRandom")
        << entry.name;
}

TEST(PolicyTable, EveryPolicyHasRegimes) {
  for (const PolicyEntry& entry : policy_table())
    EXPECT_TRUE(entry.policy->has_regimes()) << entry.name;
}

TEST(PolicyTable, AnUnknownNameIsAnErrorThatListsThem) {
  try {
    find_policy("Dtr");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                ::testing::StartsWith("unknown policy 'Dtr'; known: DTR, DTREqClass, DTRLocal, "));
    EXPECT_THAT(error.what(), ::testing::EndsWith(", AbRandom"));
  }
}

// Evicts what entered the pool last.
struct Newest {
  static constexpr Structure structure = Structure::none;
  static std::int64_t score(const PolicyView& v, StorageId s) { return -v.last_access(s); }
};

TEST(Policy, OfOnesOwnPlugsIn) {
  TestTrace t;
  t.call({}, {{"a", 1}}, 1).call({}, {{"b", 1}}, 1).call({}, {{"c", 1}}, 1).release("b");
  const Trace trace = t.build();
  const ScoringPolicy<Newest> newest;
  RunOptions options;
  options.budget = 2;
  const RunResult result = run_trace(trace, find_runtime("RuntimeV2"), "Newest", newest, options);
  EXPECT_EQ(evictions_of(trace, result), "b");
}

}  // namespace
}  // namespace rematfuzz::testing
