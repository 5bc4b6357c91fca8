#include "cli/options/budget_option.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "cli/text/quantity.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

void add_budget_option(CLI::App& app, BudgetOption& option) {
  app.add_option("--ratio", option.ratio, "the budget as a fraction of the baseline's peak");
  app.add_option("--budget", option.bytes, "the budget: bytes, or a number and a unit (1.5GiB)");
}

double parse_ratio(const std::string& text) {
  char* end = nullptr;
  const double ratio = std::strtod(text.c_str(), &end);
  const bool starts_right = !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
  if (!starts_right || *end != '\0' || !std::isfinite(ratio))
    throw InputError(fmt::format("'{}' is not a ratio: a number from 0 up, such as 0.3", text));
  return ratio;
}

Budget BudgetOption::resolve(const Baseline& baseline) const {
  if (ratio.empty() == bytes.empty())
    throw InputError(ratio.empty() ? "give a budget: --ratio R or --budget BYTES"
                                   : "give either --ratio or --budget, not both");
  if (!ratio.empty()) {
    const double value = parse_ratio(ratio);
    return {budget_of_ratio(baseline, value), value};
  }
  const Bytes budget = parse_bytes(bytes);
  const double peak = static_cast<double>(baseline.peak_memory);
  return {budget, peak > 0 ? static_cast<double>(budget) / peak : 0};
}

std::string BudgetOption::text() const {
  return ratio.empty() ? "--budget " + bytes : "--ratio " + ratio;
}

}  // namespace rematfuzz::cli
