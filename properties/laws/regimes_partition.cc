// Each budget of a range is in one regime.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/mapping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_regimes_partition(fuzz::ChoiceSource& choices, Account& account) {
  constexpr std::uint64_t budgets = 60;
  const auto from = static_cast<Bytes>(choices.draw(budgets));
  const auto count = static_cast<Bytes>(1 + choices.draw(budgets));
  const Case drawn = draw_case(choices, account, mapped_case);
  ExplorerOptions options = explorer_options(drawn);
  options.range = {.from = from, .to = from + count};
  account.text += fmt::format("the map from {} to below {}\n", from, from + count);
  Bytes next = from;
  for (const Regime& regime : explore(drawn, options)) {
    expect_equal("beginning of a regime", text(regime), next, regime.lo);
    expect(regime.lo < regime.hi, "regime", text(regime), "one that is not empty", "an empty one");
    next = regime.hi;
  }
  expect_equal("end of the last regime", "", options.range.to, next);
}

}  // namespace rematfuzz::properties
