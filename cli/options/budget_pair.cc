#include "cli/options/budget_pair.h"

#include <fmt/format.h>

#include <utility>

#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

// parse(text), where an InputError is one of the option `name`.
template <class Parse>
auto parse_for(const char* name, const std::string& text, Parse parse) {
  try {
    return parse(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace

void add_budget_pair(CLI::App& app, BudgetPair& pair) {
  app.add_option("--ratio", pair.ratios,
                 "a budget as a fraction of the baseline's peak, such as 0.3 (repeatable)")
      ->type_name("R")
      ->allow_extra_args(false);
  app.add_option("--budget", pair.bytes,
                 "a budget: bytes, or a number and a unit (1.5GiB, 900MB; repeatable)")
      ->type_name("BYTES")
      ->allow_extra_args(false);
}

std::vector<BudgetOption> BudgetPair::parsed() const {
  std::vector<BudgetOption> options;
  for (const std::string& text : ratios) {
    BudgetOption option;
    option.ratio =
        parse_for("--ratio", text, [](const std::string& one) { return parse_number(one, 0); });
    options.push_back(option);
  }
  for (const std::string& text : bytes) {
    BudgetOption option;
    option.bytes =
        parse_for("--budget", text, [](const std::string& one) { return parse_bytes(one); });
    options.push_back(option);
  }
  return options;
}

void BudgetPair::require_two() const {
  const std::size_t given = parsed().size();
  if (given != 2)
    throw InputError(
        fmt::format("give two budgets, each with --ratio R or --budget BYTES; {} {} given", given,
                    given == 1 ? "is" : "are"));
}

std::array<Budget, 2> BudgetPair::resolve(const Baseline& baseline) const {
  const std::vector<BudgetOption> options = parsed();
  std::array<Budget, 2> budgets{options[0].resolve(baseline), options[1].resolve(baseline)};
  if (budgets[1].bytes < budgets[0].bytes) std::swap(budgets[0], budgets[1]);
  return budgets;
}

}  // namespace rematfuzz::cli
