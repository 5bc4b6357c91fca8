// What is minimized: a finding, and what of it must be kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/anatomy/mechanism.h"
#include "sim/findings/findings.h"
#include "sim/map/regime.h"
#include "sim/policy/policy_table.h"
#include "sim/run/runtime.h"

namespace rematfuzz::minimizer {

// Which words of the mechanism are kept (sim/anatomy/mechanism.h). Nesting and what the choice
// turns on change as a trace gets smaller: a chain of 100 pending rematerializations is what makes
// the trace large.
struct Keep {
  bool place = true;
  bool frontier = true;  // fully pinned or not
  bool nesting = false;  // its class
  bool turns_on = false;
  std::size_t depth =
      0;  // at least so many pending materializations where the worse run is decided
};

struct Wanted {
  FindingKind kind = FindingKind::hole;
  const PolicyEntry* policy = nullptr;  // has_regimes(), and served by the runtime
  const Runtime* runtime = nullptr;
  std::uint64_t seed = 0;  // for randomized policies
  double overhead_limit = 100;
  double inversion_factor = FindingThresholds().inversion_factor;
  double cliff_factor = FindingThresholds().cliff_factor;
  // Nothing: 0.1 % of the baseline's peak as in default_thresholds(), but at least a byte, so that
  // numbers can become small.
  std::optional<Bytes> cliff_distance;
  Keep keep;
  Mechanism mechanism;  // of the finding that is minimized
};

// A finding that a program shows.
struct Shown {
  BudgetRange budgets;  // and the members below: see Finding
  Bytes worse = 0;      // see worse_budget()
  Bytes better = 0;
  double factor = 0;
  std::uint64_t decisions = 0;
  Mechanism mechanism;
};

}  // namespace rematfuzz::minimizer
