#include "sim/findings/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/findings/kinds.h"

namespace rematfuzz {

namespace {

struct Kind {
  FindingKind kind;
  std::string_view name;
  std::vector<Finding> (*find)(const Evidence&);
  double (*weight)(const Finding&);
};

double bytes_of(const Finding& finding) {
  return static_cast<double>(finding.budgets.to - finding.budgets.from);
}
double factor_of(const Finding& finding) { return finding.factor; }
double decisions_of(const Finding& finding) { return static_cast<double>(finding.decisions); }

// In the order of FindingKind.
constexpr std::array kinds{
    Kind{FindingKind::hole, "hole", find_holes, bytes_of},
    Kind{FindingKind::inversion, "inversion", find_inversions, factor_of},
    Kind{FindingKind::cliff, "cliff", find_cliffs, factor_of},
    Kind{FindingKind::thrash_pocket, "thrash_pocket", find_thrash_pockets, bytes_of},
    Kind{FindingKind::drift, "drift", find_drift, decisions_of},
};

}  // namespace

std::string_view name_of(FindingKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

FindingKind find_finding_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds, name, &Kind::name);
  if (found != kinds.end()) return found->kind;
  std::string names;
  for (const Kind& kind : kinds) names.append(names.empty() ? "" : ", ").append(kind.name);
  throw InputError(fmt::format("unknown kind of finding {}; known: {}", quote(name), names));
}

FindingThresholds default_thresholds(const Baseline& baseline) {
  constexpr Bytes per_mille = 1000;
  return {.cliff_distance = baseline.peak_memory / per_mille};
}

std::vector<Finding> find_findings(FindingKind kind, const RegimeMap& map, const Baseline& baseline,
                                   const FindingThresholds& thresholds) {
  const Kind& looked_for = kinds[static_cast<std::size_t>(kind)];
  std::vector<Finding> found = looked_for.find({map, baseline, thresholds});
  std::ranges::sort(found, [weight = looked_for.weight](const Finding& a, const Finding& b) {
    const double weight_a = weight(a);
    const double weight_b = weight(b);
    return weight_a != weight_b ? weight_a > weight_b : a.budgets.from < b.budgets.from;
  });
  return found;
}

std::vector<Finding> find_findings(const RegimeMap& map, const Baseline& baseline,
                                   const FindingThresholds& thresholds) {
  std::vector<Finding> findings;
  for (const Kind& kind : kinds)
    std::ranges::move(find_findings(kind.kind, map, baseline, thresholds),
                      std::back_inserter(findings));
  return findings;
}

Bytes worse_budget(const Finding& finding, const RegimeMap& map) {
  const Bytes last = finding.budgets.to - 1;
  if (finding.kind == FindingKind::cliff && finding.better == finding.budgets.from) return last;
  if (finding.kind != FindingKind::inversion && finding.kind != FindingKind::drift)
    return finding.budgets.from;
  const auto measure = [&](const Regime& regime) {
    return finding.kind == FindingKind::drift ? regime.drift_decisions
                                              : static_cast<std::uint64_t>(regime.clock);
  };
  const Regime* worst = nullptr;
  for (const Regime& regime : map.regimes)
    if (finding.budgets.contains(regime.lo) &&
        (worst == nullptr || measure(regime) > measure(*worst)))
      worst = &regime;
  return worst == nullptr ? finding.budgets.from : worst->lo;
}

}  // namespace rematfuzz
