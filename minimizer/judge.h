// Whether a program shows the wanted finding: at any budgets, not at those of the program that it
// was made from.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fuzz/program/program.h"
#include "minimizer/wanted.h"
#include "sim/anatomy/observe.h"
#include "sim/map/explorer.h"
#include "sim/map/regime.h"
#include "sim/run/baseline.h"
#include "sim/trace/trace.h"

namespace rematfuzz::minimizer {

// What it says depends on its arguments alone. One of them serves one thread.
class Judge {
 public:
  explicit Judge(const Wanted& wanted) : wanted_(wanted) {}

  // The most serious finding of the program that is as wanted. A map of all budgets is looked at
  // where the program is small. Else what `near` says of the program that this one was made from
  // tells where to look: at its two budgets, at some around them, and of a program that is not very
  // large at all of these.
  std::optional<Shown> judge(const fuzz::Program& program, const Shown& near);

  // The most serious one that has `worse` among its budgets, in a map of the range: to begin with.
  // Throws InputError if a clock overflows.
  std::optional<Shown> judge(const Trace& trace, BudgetRange range, std::optional<Bytes> worse);

  const Wanted& wanted() const { return wanted_; }

 private:
  struct Look {
    BudgetRange range;
    std::vector<Bytes> budgets = {};  // only the regimes of these; none: all
    std::uint64_t work_limit = 0;
  };

  std::optional<Shown> judge_sound(const fuzz::Program& program, const Shown& near);
  void take(const Trace& trace);
  std::optional<RegimeMap> map(const Look& look);
  std::optional<Shown> find_in(const RegimeMap& map, std::optional<Bytes> worse);
  // Fills in the mechanism.
  bool is_wanted(Shown& shown) const;

  Wanted wanted_;
  Explorer explorer_;
  const Trace* trace_ = nullptr;
  Baseline baseline_;
  BudgetRange all_;
};

}  // namespace rematfuzz::minimizer
