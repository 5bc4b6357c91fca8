// Findings of random small maps, against looking at every integer budget and every pair of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/random.h"
#include "sim/findings/findings.h"
#include "tests/findings/maps.h"

namespace rematfuzz::testing {
namespace {

// What is known of one budget; its regime is the index of its stretch.
struct At {
  std::optional<Outcome> result;
  Nanos clock = 0;
  std::size_t regime = 0;

  bool passes() const { return result == Outcome::pass; }
};

struct Scene {
  std::vector<At> budgets;
  RegimeMap map;
  FindingThresholds thresholds;
};

Scene random_scene(Random& random) {
  Scene scene;
  std::vector<Stretch> stretches;
  const std::uint64_t count = 1 + random.below(14);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Bytes width = 1 + static_cast<Bytes>(random.below(6));
    const std::uint64_t what = random.below(10);
    const Nanos clock = 100 + 25 * static_cast<Nanos>(random.below(10));
    stretches.push_back(what == 0   ? gap(width)
                        : what < 3  ? oom(width)
                        : what == 3 ? thrash(width)
                                    : pass(width, clock));
  }
  for (std::size_t i = 0; i < stretches.size(); ++i)
    for (Bytes b = 0; b < stretches[i].width; ++b)
      scene.budgets.push_back({stretches[i].gap ? std::nullopt : std::optional(stretches[i].result),
                               stretches[i].clock, i});
  scene.map = map_from(stretches);
  scene.thresholds = {.inversion_factor = 1.25 + 0.25 * static_cast<double>(random.below(3)),
                      .cliff_factor = 1.25 + 0.25 * static_cast<double>(random.below(5)),
                      .cliff_distance = static_cast<Bytes>(random.below(15))};
  return scene;
}

std::string shown(FindingKind kind, Bytes from, Bytes to, Bytes better, double factor) {
  return fmt::format("{} [{}, {}) better {} factor {}", name_of(kind), from, to, better, factor);
}

std::vector<std::string> found(const Scene& scene, FindingKind kind) {
  std::vector<std::string> texts;
  for (const Finding& finding : find_findings(scene.map, small_baseline(), scene.thresholds))
    if (finding.kind == kind)
      texts.push_back(
          shown(kind, finding.budgets.from, finding.budgets.to, finding.better, finding.factor));
  std::ranges::sort(texts);
  return texts;
}

double ratio(Nanos dear, Nanos cheap) {
  return static_cast<double>(dear) / static_cast<double>(cheap);
}

const At& at(const Scene& scene, Bytes budget) {
  return scene.budgets[static_cast<std::size_t>(budget)];
}

// Maximal runs of budgets for which `is` holds, as [first, last + 1).
template <class Is>
std::vector<BudgetRange> runs(const Scene& scene, Is is) {
  std::vector<BudgetRange> runs;
  for (Bytes b = 0; b < std::ssize(scene.budgets); ++b) {
    if (!is(b)) continue;
    if (runs.empty() || runs.back().to != b) runs.push_back({b, b});
    runs.back().to = b + 1;
  }
  return runs;
}

std::vector<std::string> failures(const Scene& scene, FindingKind kind, Outcome failure) {
  std::vector<std::string> texts;
  for (const BudgetRange& run :
       runs(scene, [&](Bytes b) { return at(scene, b).result == failure; }))
    for (Bytes below = run.from - 1; below >= 0; --below) {
      if (!at(scene, below).passes()) continue;
      texts.push_back(shown(kind, run.from, run.to, below, 0));
      break;
    }
  std::ranges::sort(texts);
  return texts;
}

// The largest budget below with the smallest clock of those that pass, or -1.
Bytes cheapest_below(const Scene& scene, Bytes budget) {
  Bytes best = -1;
  for (Bytes b = 0; b < budget; ++b)
    if (at(scene, b).passes() && (best < 0 || at(scene, b).clock <= at(scene, best).clock))
      best = b;
  return best;
}

double inversion_factor(const Scene& scene, Bytes budget) {
  const Bytes best = cheapest_below(scene, budget);
  if (!at(scene, budget).passes() || best < 0) return 0;
  return ratio(at(scene, budget).clock, at(scene, best).clock);
}

std::vector<std::string> inversions(const Scene& scene) {
  std::vector<std::string> texts;
  for (const BudgetRange& run : runs(scene, [&](Bytes b) {
         return inversion_factor(scene, b) >= scene.thresholds.inversion_factor;
       })) {
    double factor = 0;
    for (Bytes b = run.from; b < run.to; ++b) factor = std::max(factor, inversion_factor(scene, b));
    texts.push_back(
        shown(FindingKind::inversion, run.from, run.to, cheapest_below(scene, run.from), factor));
  }
  std::ranges::sort(texts);
  return texts;
}

struct Pair {
  Bytes below = 0;
  Bytes above = 0;
  double factor = 0;
  bool rise = false;
};

// All pairs of budgets that are steep enough and close enough.
std::vector<Pair> steep_pairs(const Scene& scene) {
  std::vector<Pair> pairs;
  for (Bytes above = 0; above < std::ssize(scene.budgets); ++above)
    for (Bytes below = 0; below < above; ++below) {
      const At& a = at(scene, below);
      const At& b = at(scene, above);
      if (!a.passes() || !b.passes() || above - below > scene.thresholds.cliff_distance) continue;
      const double factor = ratio(std::max(a.clock, b.clock), std::min(a.clock, b.clock));
      if (factor >= scene.thresholds.cliff_factor)
        pairs.push_back({below, above, factor, a.clock < b.clock});
    }
  return pairs;
}

bool goes_first(const Pair& a, const Pair& b) {
  if (a.factor != b.factor) return a.factor > b.factor;
  const Bytes width_a = a.above - a.below;
  const Bytes width_b = b.above - b.below;
  return width_a != width_b ? width_a < width_b : a.below < b.below;
}

// How far two pairs are apart; at most 0: they share a budget.
Bytes apart(const Pair& a, const Pair& b) { return std::max(a.below - b.above, b.below - a.above); }

// Of each way the steepest pair that ends at a regime's first budget; of these those that no
// steeper one is near.
std::vector<std::string> cliffs(const Scene& scene) {
  std::vector<Pair> best;
  for (const Pair& pair : steep_pairs(scene)) {
    if (pair.above > 0 && at(scene, pair.above - 1).regime == at(scene, pair.above).regime)
      continue;
    const auto same = std::ranges::find_if(best, [&](const Pair& other) {
      return other.above == pair.above && other.rise == pair.rise;
    });
    if (same == best.end())
      best.push_back(pair);
    else if (goes_first(pair, *same))
      *same = pair;
  }
  std::ranges::sort(best, goes_first);
  std::vector<Pair> kept;
  for (const Pair& pair : best)
    if (std::ranges::none_of(kept, [&](const Pair& other) {
          return other.rise == pair.rise && apart(other, pair) <= scene.thresholds.cliff_distance;
        }))
      kept.push_back(pair);
  std::vector<std::string> texts;
  for (const Pair& pair : kept)
    texts.push_back(shown(FindingKind::cliff, pair.below, pair.above + 1,
                          pair.rise ? pair.below : pair.above, pair.factor));
  std::ranges::sort(texts);
  return texts;
}

// Every pair of budgets that is steep enough has a cliff at least as steep, the same way, near it.
bool all_accounted_for(const Scene& scene) {
  const std::vector<Finding> findings =
      find_findings(scene.map, small_baseline(), scene.thresholds);
  return std::ranges::all_of(steep_pairs(scene), [&](const Pair& pair) {
    return std::ranges::any_of(findings, [&](const Finding& finding) {
      const Pair cliff{finding.budgets.from, finding.budgets.to - 1, finding.factor,
                       finding.better == finding.budgets.from};
      return finding.kind == FindingKind::cliff && cliff.rise == pair.rise &&
             cliff.factor >= pair.factor &&
             apart(cliff, pair) <= 2 * scene.thresholds.cliff_distance;
    });
  });
}

TEST(BruteForceTest, FindsTheSameAsLookingAtEveryPairOfBudgets) {
  std::size_t cliffs_seen = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const Scene scene = random_scene(random);
    EXPECT_EQ(found(scene, FindingKind::hole), failures(scene, FindingKind::hole, Outcome::oom));
    EXPECT_EQ(found(scene, FindingKind::thrash_pocket),
              failures(scene, FindingKind::thrash_pocket, Outcome::thrash));
    EXPECT_EQ(found(scene, FindingKind::inversion), inversions(scene));
    EXPECT_EQ(found(scene, FindingKind::cliff), cliffs(scene));
    EXPECT_TRUE(all_accounted_for(scene));
    cliffs_seen += cliffs(scene).size();
    if (HasFailure()) break;
  }
  EXPECT_GT(cliffs_seen, 1000U);
}

}  // namespace
}  // namespace rematfuzz::testing
