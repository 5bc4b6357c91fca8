// Searches between policies: what they share, and where one does worse than another one, against
// single runs of all of them at every budget.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fuzz/search/search.h"
#include "sim/findings/kinds.h"
#include "tests/fuzz/searches.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

constexpr std::uint64_t rival_seeds = testing::slow_build ? 30 : 400;

// How many policies pass at the lower budget and run out at the higher one.
std::size_t shared_by(const std::vector<std::vector<RunResult>>& results, std::size_t low,
                      std::size_t high) {
  return static_cast<std::size_t>(
      std::ranges::count_if(results, [&](const std::vector<RunResult>& one) {
        return one[low].result == Outcome::pass && one[high].result == Outcome::oom;
      }));
}

TEST(SharedSearch, CountsPolicies) {
  const SearchOptions options = search_options(few_policies);
  const auto search = make_shared_search(options);
  ASSERT_EQ(search->cells().size(), 1U);
  EXPECT_FALSE(search->goes_by_policy());
  std::map<std::size_t, int> found;
  Look look;
  for (std::uint64_t seed = 0; seed < rival_seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const SearchedTrace subject = searched(tiny_program(seed));
    std::vector<std::vector<RunResult>> results;
    results.reserve(options.policies.size());
    for (const PolicyEntry* policy : options.policies) results.push_back(subject.run_all(*policy));
    std::size_t most = 0;
    for (std::size_t high = 0; high < results[0].size(); ++high)
      for (std::size_t low = 0; low < high; ++low)
        most = std::max(most, shared_by(results, low, high));
    search->look(subject.trace, seed, look);
    ASSERT_EQ(look.sightings.size(), most > 0 ? 1U : 0U) << "policies: " << most;
    ++found[most];
    if (most == 0) continue;
    const Effect& effect = look.sightings[0].effect;
    EXPECT_EQ(effect.size, static_cast<double>(most));
    ASSERT_LT(effect.better, effect.worse);
    EXPECT_EQ(shared_by(results, static_cast<std::size_t>(effect.better - subject.range.from),
                        static_cast<std::size_t>(effect.worse - subject.range.from)),
              most)
        << "at " << effect.worse << " and " << effect.better;
  }
  if (!testing::slow_build) EXPECT_GT(found.size(), 2U) << "different numbers of policies";
}

// Two policies' runs of one trace at all budgets: what the search should say of the first one.
struct BruteContest {
  const std::vector<RunResult>& results;
  const std::vector<RunResult>& rivals;

  double widest_share(const SearchedTrace& subject) const {
    const auto runs_out = [&](std::size_t i) {
      return results[i].result == Outcome::oom && rivals[i].result == Outcome::pass;
    };
    return share(widest(0, results.size(), runs_out), subject);
  }
  double largest_ratio(const SearchedTrace& subject) const {
    double most = 1;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i].result == Outcome::pass && rivals[i].result == Outcome::pass)
        most = std::max(most, overhead_factor(subject.baseline, rivals[i].clock, results[i].clock));
    return most > 1 ? most : 0;
  }
};

void expect_contest_shown(const SearchedTrace& subject, const Cell& cell, const Effect& effect) {
  EXPECT_EQ(effect.worse, effect.better);
  const RunResult own = subject.run(*cell.policy, effect.worse);
  const RunResult rival = subject.run(*cell.rival, effect.worse);
  EXPECT_EQ(rival.result, Outcome::pass) << "of the rival";
  if (cell.kind == "runs_out") {
    EXPECT_EQ(own.result, Outcome::oom);
  } else {
    EXPECT_EQ(own.result, Outcome::pass);
    EXPECT_EQ(overhead_factor(subject.baseline, rival.clock, own.clock), effect.size);
  }
}

TEST(VersusSearch, IsWhatSingleRunsShow) {
  const SearchOptions options = search_options({"DTR", "LRU", "AbLocal"});
  const auto search = make_versus_search(options);
  ASSERT_EQ(search->cells().size(), 12U);
  EXPECT_FALSE(search->goes_by_policy());
  std::map<std::string, int> sighted;
  Look look;
  for (std::uint64_t seed = 0; seed < rival_seeds; ++seed) {
    const SearchedTrace subject = searched(tiny_program(seed));
    search->look(subject.trace, seed, look);
    if (subject.baseline.peak_memory == 0) {
      EXPECT_EQ(look.sightings.size(), 0U) << "seed " << seed;
      continue;
    }
    std::vector<Effect> effects(search->cells().size());
    for (const auto& [cell, effect] : look.sightings) effects[cell] = effect;
    std::map<const PolicyEntry*, std::vector<RunResult>> results;
    for (const PolicyEntry* policy : options.policies) results[policy] = subject.run_all(*policy);
    for (std::size_t i = 0; i < effects.size(); ++i) {
      const Cell& cell = search->cells()[i];
      SCOPED_TRACE(asked(seed, cell, effects[i]));
      const BruteContest contest{results[cell.policy], results[cell.rival]};
      EXPECT_EQ(effects[i].size, cell.kind == "runs_out" ? contest.widest_share(subject)
                                                         : contest.largest_ratio(subject));
      if (!effects[i]) continue;
      expect_contest_shown(subject, cell, effects[i]);
      ++sighted[cell.kind];
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(sighted["runs_out"], 0);
  EXPECT_GT(sighted["slower"], 0);
}

}  // namespace
}  // namespace rematfuzz::fuzz
