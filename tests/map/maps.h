// Maps in tests: by one run a regime, and by all budgets at once.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "sim/base/random.h"
#include "sim/map/enumerate.h"
#include "sim/map/explorer.h"
#include "tests/run/simulate.h"

namespace rematfuzz {

// How GoogleTest prints a regime.
inline void PrintTo(const Regime& regime, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << '[' << regime.lo << ", ";
  if (regime.hi == unlimited)
    *out << "unlimited";
  else
    *out << regime.hi;
  *out << ") " << name_of(regime.result) << " clock " << regime.clock << " remat "
       << regime.remat_compute << " evictions " << regime.evictions << " peak "
       << regime.peak_memory << " drift " << regime.drift_decisions;
}

}  // namespace rematfuzz

namespace rematfuzz::testing {

// What a map is asked for.
struct Question {
  const Trace& trace;
  Pairing pairing;
  ExplorerOptions options;
};

inline std::vector<Regime> one_run_a_regime(const Question& question) {
  RunOptions options;
  options.simulator = question.options.simulator;
  options.seed = question.options.seed;
  options.count_drift = question.options.count_drift;
  return enumerate_regimes(question.trace, *question.pairing.runtime, question.pairing.policy->name,
                           *question.pairing.policy->policy, question.options.range, options)
      .regimes;
}

inline Explorer explorer_of(const Question& question) {
  return {question.trace, *question.pairing.runtime, *question.pairing.policy->policy,
          question.options};
}

inline std::vector<Regime> all_at_once(const Question& question) {
  return explorer_of(question).finish();
}

// The same, with the work cut into pieces at random: split in two on the way, or the lower part
// given up and explored from the start.
inline std::vector<Regime> in_pieces(const Question& question, std::uint64_t seed) {
  Random random(seed);
  std::vector<Explorer> open;
  open.push_back(explorer_of(question));
  std::vector<Regime> all;
  while (!open.empty()) {
    Explorer explorer = std::move(open.back());
    open.pop_back();
    while (!explorer.done()) {
      explorer.step();
      const std::uint64_t choice = random.below(8);
      if (choice == 0) {
        if (auto upper = explorer.split()) open.push_back(std::move(*upper));
      } else if (choice == 1 && open.size() < 20) {
        explorer.give_up_lower();
      }
      for (const BudgetRange& given_up : explorer.take_given_up()) {
        Question lower = question;
        lower.options.range = given_up;
        open.push_back(explorer_of(lower));
      }
    }
    const std::vector<Regime> part = explorer.take_regimes();
    all.insert(all.end(), part.begin(), part.end());
  }
  std::ranges::sort(all, {}, &Regime::lo);
  return all;
}

}  // namespace rematfuzz::testing
