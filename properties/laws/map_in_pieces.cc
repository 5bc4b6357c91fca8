// Budgets handed over and given up on the way come to the same map.
#include <algorithm>
#include <utility>
#include <vector>

#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/mapping.h"
#include "properties/violation.h"
#include "sim/base/random.h"

namespace rematfuzz::properties {

namespace {

std::vector<Regime> explore_in_pieces(const Case& of, std::uint64_t seed) {
  Random random(seed);
  std::vector<Regime> all;
  std::vector<Explorer> open;
  const auto begin = [&](const ExplorerOptions& options) {
    open.emplace_back(of.trace, *of.runtime, *of.policy->policy, options);
  };
  begin(explorer_options(of));
  while (!open.empty()) {
    Explorer explorer = std::move(open.back());
    open.pop_back();
    while (!explorer.done()) {
      explorer.step();
      if (random.below(4) == 0)
        if (auto upper = explorer.split()) open.push_back(std::move(*upper));
      if (random.below(6) == 0) explorer.give_up_lower();
      for (const BudgetRange& given_up : explorer.take_given_up()) {
        ExplorerOptions lower = explorer_options(of);
        lower.range = given_up;
        begin(lower);
      }
    }
    for (const Regime& regime : explorer.take_regimes()) all.push_back(regime);
  }
  std::ranges::sort(all, {}, &Regime::lo);
  return all;
}

}  // namespace

void check_map_in_pieces(fuzz::ChoiceSource& choices, Account& account) {
  constexpr std::uint64_t seeds = 256;
  const std::uint64_t seed = choices.draw(seeds);
  const Case drawn = draw_case(choices, account, mapped_case);
  account.text += fmt::format("cut by the seed {}\n", seed);
  const std::vector<Regime> expected = explore(drawn, explorer_options(drawn));
  const std::vector<Regime> got = explore_in_pieces(drawn, seed);
  expect_equal("regimes", "in pieces", expected.size(), got.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_equal(fmt::format("regime {}", i), "in pieces", text(expected[i]), text(got[i]));
}

}  // namespace rematfuzz::properties
