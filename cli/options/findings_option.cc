#include "cli/options/findings_option.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text/number.h"
#include "cli/text/quantity.h"

namespace rematfuzz::cli {

namespace {

void add_factor(CLI::App& app, const std::string& name, double& target, const std::string& help) {
  add_parsed_option(
      app, name, [](const std::string& text) { return parse_number(text, 1); },
      [&target](double value) { target = value; }, help)
      ->type_name("K")
      ->default_str(fmt::format("{}", target));
}

// A number with a point or an exponent and no unit.
bool is_ratio(const std::string& text) {
  return text.find_first_of(".eE") != std::string::npos &&
         text.find_first_not_of("0123456789.eE+-") == std::string::npos;
}

}  // namespace

void add_findings_option(CLI::App& app, FindingsOption& option) {
  add_factor(app, "--inversion-factor", option.inversion_factor,
             "inversion: at least so many times the overhead of a smaller budget");
  add_factor(app, "--cliff-factor", option.cliff_factor,
             "cliff: overheads that differ by at least this factor");
  add_parsed_option(
      app, "--cliff-distance", [](const std::string& text) { return text; },
      [&option](const std::string& text) {
        option.cliff_ratio.reset();
        option.cliff_bytes.reset();
        if (is_ratio(text))
          option.cliff_ratio = parse_number(text, 0);
        else
          option.cliff_bytes = parse_bytes(text);
      },
      "cliff: budgets at most so far apart; a fraction of the baseline's peak (with a point: "
      "0.001) "
      "or an amount (4096, 1.5MiB)")
      ->type_name("D")
      ->default_str("0.001");
  app.add_option("--kind", option.kinds,
                 "only findings of this kind (repeatable, or with commas): hole, inversion, cliff, "
                 "thrash_pocket, drift")
      ->type_name("KIND")
      ->delimiter(',')
      ->allow_extra_args(false);
}

FindingThresholds FindingsOption::thresholds(const Baseline& baseline) const {
  FindingThresholds thresholds = default_thresholds(baseline);
  thresholds.inversion_factor = inversion_factor;
  thresholds.cliff_factor = cliff_factor;
  if (cliff_ratio) thresholds.cliff_distance = budget_of_ratio(baseline, *cliff_ratio);
  if (cliff_bytes) thresholds.cliff_distance = *cliff_bytes;
  return thresholds;
}

void FindingsOption::require_sound() const {
  for (const std::string& kind : kinds) find_finding_kind(kind);
}

bool FindingsOption::wants(FindingKind kind) const {
  return kinds.empty() || std::ranges::find(kinds, name_of(kind)) != kinds.end();
}

}  // namespace rematfuzz::cli
