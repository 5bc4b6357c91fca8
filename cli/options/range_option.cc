#include "cli/options/range_option.h"

#include <fmt/format.h>

#include <string>

#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

void add_end(CLI::App& app, const std::string& name, std::optional<double>& ratio,
             std::optional<Bytes>& bytes, const std::string& what) {
  add_parsed_option(
      app, "--" + name, [](const std::string& text) { return parse_number(text, 0); },
      [&ratio](double value) { ratio = value; },
      fmt::format("the {} budget (inclusive), as a fraction of the baseline's peak", what))
      ->type_name("R");
  add_parsed_option(
      app, fmt::format("--{}-bytes", name),
      [](const std::string& text) { return parse_bytes(text); },
      [&bytes](Bytes value) { bytes = value; },
      fmt::format("the {} budget (inclusive): bytes, or a number and a unit (1.5GiB)", what))
      ->type_name("BYTES");
}

std::optional<Bytes> end_of(const Baseline& baseline, std::optional<double> ratio,
                            std::optional<Bytes> bytes) {
  return ratio ? budget_of_ratio(baseline, *ratio) : bytes;
}

std::string why_empty(BudgetRange range, bool from_given, bool to_given) {
  const char* start = from_given ? "" : ", the smallest budget that could possibly pass";
  const char* end = to_given ? "" : ", the baseline's peak";
  return fmt::format("the range is empty: it starts at {} bytes{}, and ends at {}{}", range.from,
                     start, range.to - 1, end);
}

}  // namespace

void add_range_option(CLI::App& app, RangeOption& option) {
  add_end(app, "from", option.from_ratio, option.from_bytes, "first");
  add_end(app, "to", option.to_ratio, option.to_bytes, "last");
}

void RangeOption::require_sound() const {
  if (from_ratio && from_bytes) throw InputError("give either --from or --from-bytes, not both");
  if (to_ratio && to_bytes) throw InputError("give either --to or --to-bytes, not both");
}

BudgetRange RangeOption::resolve(const Baseline& baseline, BudgetRange otherwise) const {
  const std::optional<Bytes> from = end_of(baseline, from_ratio, from_bytes);
  const std::optional<Bytes> last = end_of(baseline, to_ratio, to_bytes);
  BudgetRange range = otherwise;
  if (from) range.from = *from;
  if (last) range.to = *last == unlimited ? unlimited : *last + 1;
  if (range.empty()) throw InputError(why_empty(range, from.has_value(), last.has_value()));
  return range;
}

}  // namespace rematfuzz::cli
