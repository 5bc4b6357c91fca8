#include "sim/blame/trials.h"

#include <algorithm>
#include <tuple>

namespace rematfuzz {

namespace {

// Storages by rank: those of the trials, then all others.
std::vector<StorageId> ranked_storages(const std::vector<Trial>& trials) {
  std::vector<StorageId> ranked;
  if (trials.empty()) return ranked;
  std::vector<bool> listed(trials.front().evicts.size(), false);
  for (const Trial& trial : trials) {
    ranked.push_back(trial.storage);
    listed[trial.storage] = true;
  }
  for (StorageId storage = 0; storage < listed.size(); ++storage)
    if (!listed[storage]) ranked.push_back(storage);
  return ranked;
}

}  // namespace

Trial make_trial(StorageId retained, bool turned, const Witness& witness, std::size_t storages) {
  Trial trial{.storage = retained,
              .turned = turned,
              .steps = witness.steps,
              .clock = witness.result.clock,
              .evicts = std::vector<bool>(storages, false)};
  for (const ChosenEviction& eviction : witness.chosen) trial.evicts[eviction.storage] = true;
  return trial;
}

void sort_by_reach(std::vector<Trial>& trials) {
  std::ranges::sort(trials, [](const Trial& a, const Trial& b) {
    return std::tie(b.steps, a.clock, a.storage) < std::tie(a.steps, b.clock, b.storage);
  });
}

PairPlan plan_pairs(const std::vector<Trial>& trials, std::uint64_t most) {
  const std::vector<StorageId> ranked = ranked_storages(trials);
  // A pair is like the single `a` unless that run evicts b; and the other way round.
  const auto differs = [&](std::size_t a, std::size_t b) {
    return trials[a].evicts[ranked[b]] &&
           (b >= trials.size() || trials[b].evicts[trials[a].storage]);
  };
  PairPlan plan;
  if (trials.empty()) return plan;
  for (std::size_t sum = 1; sum < trials.size() + ranked.size(); ++sum) {
    const std::size_t least = sum < ranked.size() ? 0 : sum - ranked.size() + 1;
    for (std::size_t a = least; a < trials.size() && a < sum - a; ++a) {
      if (!differs(a, sum - a)) continue;
      if (plan.possible++ < most) plan.first.push_back(std::minmax(ranked[a], ranked[sum - a]));
    }
  }
  return plan;
}

}  // namespace rematfuzz
