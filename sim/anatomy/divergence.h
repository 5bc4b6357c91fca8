// Where two runs part that differ in their budget alone.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "sim/anatomy/history.h"
#include "sim/anatomy/observe.h"
#include "sim/anatomy/score_parts.h"
#include "sim/base/types.h"

namespace rematfuzz {

// One run's eviction at a place where the two differ.
struct EvictionSide {
  Eviction eviction;
  std::size_t number = 0;  // among all of its run's evictions, from 1
  // Of both runs' victims, in this run, where it chose: nullopt for one that was no candidate.
  std::array<std::optional<ScoreParts>, 2> scores;

  bool operator==(const EvictionSide&) const = default;
};

// The first place where two sequences of evictions differ.
struct EvictionSplit {
  std::size_t number = 0;                            // in either sequence, from 1
  std::array<std::optional<EvictionSide>, 2> sides;  // nullopt: that run evicts no more

  bool operator==(const EvictionSplit&) const = default;
};

struct Divergence {
  std::array<Bytes, 2> budgets{};  // the smaller one first
  std::array<History, 2> runs;
  // The first comparison that the budgets answer differently: it fits the larger one. Up to there
  // the runs are the same. nullopt: they are the same to their end.
  std::optional<Comparison> parting;
  // Among all evictions, as the publications count them: those at a release, too.
  std::optional<EvictionSplit> first_eviction;
  // Among the policy's choices.
  std::optional<EvictionSplit> first_choice;

  bool equal() const { return !parting; }
};

// REQUIRES: budgets[0] <= budgets[1]. `options.budget` is ignored; on_step is called for both runs,
// one after the other (for one, where they are equal).
// Throws InputError as run_trace does.
Divergence find_divergence(const Subject& subject, RunOptions options,
                           std::array<Bytes, 2> budgets);

}  // namespace rematfuzz
