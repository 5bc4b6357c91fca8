// What the fuzzing engine is told of an input beside the code that it reached.
//
// libFuzzer takes each byte of the section `__libfuzzer_extra_counters` that is not 0 as a feature
// of the input, keeps inputs with new features, and prefers small ones among those that share them.
// It knows novelty and no maximum; so an effect is a *thermometer*: all levels up to its own are
// set, and a larger effect sets one that no input has set before. *Niches* are single bytes: the
// size class of the program with the effect's class, and the mechanism; they keep the smallest
// program of each sort. Hints are thermometers, too. All depends on the input alone, or merging
// corpora would not work.
#pragma once

#include <cstdint>
#include <optional>

#include "fuzz/search/search.h"
#include "sim/anatomy/mechanism.h"

namespace rematfuzz::fuzz {

struct Impression {
  std::uint32_t cell = 0;  // see Search::cells()
  unsigned level = 0;      // of the effect
  std::size_t operators = 0;
  std::optional<Mechanism> mechanism;
};

// REQUIRES: within the engine's call for an input, which has zeroed all counters before.
void feed_back(const Impression& impression);
void feed_back(const Hint& hint);

}  // namespace rematfuzz::fuzz
