// What holds of all searches.
#include "fuzz/search/search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/searches.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t search_seeds = testing::slow_build ? 8 : 100;

// Whatever it has looked at before.
void expect_same_twice(Search& search, Search& fresh) {
  std::vector<std::string> first;
  Look look;
  for (std::uint64_t seed = 0; seed < search_seeds; ++seed) {
    const Trace trace = trace_of(random_program(seed, 12));
    search.look(trace, seed, look);
    first.push_back(text_of(look));
  }
  for (std::uint64_t seed = search_seeds; seed-- > 0;) {
    const Trace trace = trace_of(random_program(seed, 12));
    for (Search* one : {&search, &fresh}) {
      one->look(trace, seed, look);
      ASSERT_EQ(text_of(look), first[seed]) << "seed " << seed;
    }
  }
}

TEST(Search, SaysTheSameOfTheSame) {
  const SearchOptions options = search_options(
      {"DTR", "LRU", "AbE"}, {"hole", "inversion", "cliff", "thrash", "drift", "alternation"});
  for (const auto make : {make_goal_search, make_shared_search, make_versus_search})
    expect_same_twice(*make(options), *make(options));
}

TEST(DistinctPolicies, AreNoOtherNames) {
  const auto policies = distinct_policies();
  EXPECT_GT(policies.size(), 10U);
  for (const PolicyEntry* policy : policies) EXPECT_EQ(policy->same_as, "") << policy->name;
}

}  // namespace
}  // namespace rematfuzz::fuzz
