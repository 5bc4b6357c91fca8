// What became of the runs that retained one storage each, and which pairs are worth a run.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/base/types.h"
#include "sim/blame/witness.h"

namespace rematfuzz {

// What the search keeps of a run.
struct Trial {
  StorageId storage = no_id;  // retained
  bool turned = false;
  std::size_t steps = 0;     // completed
  Nanos clock = 0;           // at the end
  std::vector<bool> evicts;  // by storage: at least once by choice
};

Trial make_trial(StorageId retained, bool turned, const Witness& witness, std::size_t storages);

// The order in which pairs are made: the trial that got furthest first; among those that got
// equally far, the earliest on the clock; then the smallest id.
void sort_by_reach(std::vector<Trial>& trials);

using StoragePair = std::pair<StorageId, StorageId>;

struct PairPlan {
  std::uint64_t possible = 0;      // pairs that can differ from their singles
  std::vector<StoragePair> first;  // of those, at most as many as asked for; smaller id in front
};

// Pairs of the trials in order: by the sum of their two ranks, then by the better one. Storages
// without a trial rank behind those with one, by id.
PairPlan plan_pairs(const std::vector<Trial>& trials, std::uint64_t most);

}  // namespace rematfuzz
