#include "minimizer/judge.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "fuzz/program/instructions.h"
#include "sim/anatomy/anatomy.h"
#include "sim/base/error.h"
#include "sim/map/lower_bound.h"

namespace rematfuzz::minimizer {

namespace {

// A map of all budgets is looked at of traces of at most so many calls, a map of a range of budgets
// of traces of at most so many.
constexpr std::size_t few_calls = 60;
constexpr std::size_t many_calls = 1000;
// What a run may take, as computations and choices for each call (most take 2), and how many runs
// a map may be worth.
constexpr std::uint64_t work_a_run = 20;
constexpr std::uint64_t many_runs = 100;
// Of findings that are of the kind, but not as wanted, so many are looked at.
constexpr std::size_t most_findings = 8;

// From as far below the finding as it reaches: without what was taken out less memory is in use.
BudgetRange range_around(const Shown& near) {
  const Bytes lo = std::min(near.better, near.worse);
  const Bytes end = std::max({near.better, near.worse, near.budgets.to - 1});
  const Bytes margin = std::max(end - lo, end / 64);
  return {.from = std::max<Bytes>(0, lo - margin), .to = end + margin / 4 + 1};
}

// Budgets of the range that are evenly spread, and closer where the finding was; ascending.
std::vector<Bytes> spread(BudgetRange range, const Shown& near) {
  constexpr Bytes even = 12;
  constexpr Bytes close = 4;
  std::vector<Bytes> budgets{near.better, near.worse};
  for (Bytes k = 0; k < even; ++k)
    budgets.push_back(range.from + (range.to - range.from) / even * k);
  const Bytes lo = std::min(near.better, near.worse);
  const Bytes width = std::max<Bytes>(1, std::abs(near.worse - near.better));
  for (Bytes k = 1; k <= close; ++k) budgets.push_back(std::max<Bytes>(0, lo - width * k));
  std::ranges::sort(budgets);
  budgets.erase(std::ranges::unique(budgets).begin(), budgets.end());
  return budgets;
}

}  // namespace

void Judge::take(const Trace& trace) {
  trace_ = &trace;
  baseline_ = compute_baseline(trace);
  all_ = searched_budgets(trace, *wanted_.runtime, baseline_);
}

std::optional<RegimeMap> Judge::map(const Look& look) {
  RegimeMap map;
  map.range = {.from = std::max(look.range.from, all_.from),
               .to = std::min(look.range.to, all_.to)};
  if (map.range.empty()) return std::nullopt;
  ExplorerOptions options;
  options.range = map.range;
  options.simulator.remat_limit = remat_limit(baseline_, wanted_.overhead_limit);
  options.seed = wanted_.seed;
  options.count_drift = wanted_.kind == FindingKind::drift;
  options.work_limit = look.work_limit;
  options.wanted = look.budgets;
  try {
    explorer_.restart(*trace_, *wanted_.runtime, *wanted_.policy->policy, options);
    map.regimes = explorer_.finish();
  } catch (const TooMuchWork&) {
    return std::nullopt;
  }
  map.missing = gaps_of(map);
  return map;
}

std::optional<Shown> Judge::find_in(const RegimeMap& map, std::optional<Bytes> worse) {
  FindingThresholds thresholds = default_thresholds(baseline_);
  thresholds.inversion_factor = wanted_.inversion_factor;
  thresholds.cliff_factor = wanted_.cliff_factor;
  thresholds.cliff_distance =
      wanted_.cliff_distance.value_or(std::max<Bytes>(1, thresholds.cliff_distance));
  std::size_t looked_at = 0;
  for (const Finding& finding : find_findings(wanted_.kind, map, baseline_, thresholds)) {
    if (worse && !finding.budgets.contains(*worse)) continue;
    if (++looked_at > most_findings) break;
    Shown shown{.budgets = finding.budgets,
                .worse = worse_budget(finding, map),
                .better = finding.better,
                .factor = finding.factor,
                .decisions = finding.decisions,
                .mechanism = {}};
    if (wanted_.kind == FindingKind::drift) shown.better = shown.worse;
    if (is_wanted(shown)) return shown;
  }
  return std::nullopt;
}

bool Judge::is_wanted(Shown& shown) const {
  const Subject subject{*trace_, *wanted_.runtime, wanted_.policy->name, *wanted_.policy->policy};
  RunOptions options;
  options.seed = wanted_.seed;
  options.simulator.remat_limit = remat_limit(baseline_, wanted_.overhead_limit);
  shown.mechanism = find_mechanism(subject, options, shown.worse, shown.better);
  const Keep& keep = wanted_.keep;
  const Mechanism& now = shown.mechanism;
  const Mechanism& before = wanted_.mechanism;
  if ((keep.place && now.place != before.place) ||
      (keep.frontier && now.fully_pinned != before.fully_pinned) ||
      (keep.nesting && now.nesting != before.nesting) ||
      (keep.turns_on && now.turns_on != before.turns_on))
    return false;
  if (keep.depth == 0) return true;
  options.budget = shown.worse;
  return explain_run(subject, options).moment().depth() >= keep.depth;
}

std::optional<Shown> Judge::judge(const Trace& trace, BudgetRange range,
                                  std::optional<Bytes> worse) {
  take(trace);
  const std::optional<RegimeMap> found = map({.range = range});
  return found ? find_in(*found, worse) : std::nullopt;
}

std::optional<Shown> Judge::judge(const fuzz::Program& program, const Shown& near) {
  try {
    return judge_sound(program, near);
  } catch (const InputError&) {  // a sum or a clock overflows
    return std::nullopt;
  }
}

std::optional<Shown> Judge::judge_sound(const fuzz::Program& program, const Shown& near) {
  const Trace trace = fuzz::trace_of(program);
  take(trace);
  const std::uint64_t run = work_a_run * trace.calls.size();
  if (trace.calls.size() <= few_calls)
    if (const auto whole = map({.range = all_, .work_limit = many_runs * run}))
      return find_in(*whole, std::nullopt);

  const Bytes lo = std::min(near.better, near.worse);
  const Bytes hi = std::max(near.better, near.worse);
  if (const auto two = map({.range = all_, .budgets = {lo, hi}, .work_limit = 2 * run}))
    if (auto shown = find_in(*two, std::nullopt)) return shown;

  const BudgetRange around = range_around(near);
  std::vector<Bytes> budgets = spread(around, near);
  const std::uint64_t sample_limit = budgets.size() * run;
  if (const auto some =
          map({.range = all_, .budgets = std::move(budgets), .work_limit = sample_limit}))
    if (auto shown = find_in(*some, std::nullopt)) return shown;

  if (trace.calls.size() > many_calls) return std::nullopt;
  const auto part = map({.range = around, .work_limit = many_runs * run});
  return part ? find_in(*part, std::nullopt) : std::nullopt;
}

}  // namespace rematfuzz::minimizer
