#include "cli/options/budget_option.h"

#include <string>

#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "sim/base/check.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

void add_budget_option(CLI::App& app, BudgetOption& option) {
  add_parsed_option(
      app, "--ratio", [](const std::string& text) { return parse_number(text, 0); },
      [&option](double ratio) { option.ratio = ratio; },
      "the budget as a fraction of the baseline's peak, such as 0.3")
      ->type_name("R");
  add_parsed_option(
      app, "--budget", [](const std::string& text) { return parse_bytes(text); },
      [&option](Bytes bytes) { option.bytes = bytes; },
      "the budget: bytes, or a number and a unit (1.5GiB, 900MB)")
      ->type_name("BYTES");
}

void BudgetOption::require_one() const {
  if (ratio && bytes) throw InputError("give either --ratio or --budget, not both");
  if (!ratio && !bytes) throw InputError("give a budget: --ratio R or --budget BYTES");
}

Budget BudgetOption::resolve(const Baseline& baseline) const {
  if (ratio) return {budget_of_ratio(baseline, *ratio), *ratio};
  REMATFUZZ_CHECK(bytes.has_value());
  const Bytes budget = bytes.value_or(0);
  const double peak = static_cast<double>(baseline.peak_memory);
  return {budget, peak > 0 ? static_cast<double>(budget) / peak : 0};
}

}  // namespace rematfuzz::cli
