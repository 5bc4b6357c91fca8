#include "sim/policy/policy_table.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/policy/policies/ab_e.h"
#include "sim/policy/policies/ab_e_size.h"
#include "sim/policy/policies/ab_e_stale.h"
#include "sim/policy/policies/ab_eq.h"
#include "sim/policy/policies/ab_eq_size.h"
#include "sim/policy/policies/ab_eq_stale.h"
#include "sim/policy/policies/ab_local.h"
#include "sim/policy/policies/ab_local_size.h"
#include "sim/policy/policies/ab_local_stale.h"
#include "sim/policy/policies/ab_size_stale.h"
#include "sim/policy/policies/ab_stale.h"
#include "sim/policy/policies/dtr.h"
#include "sim/policy/policies/dtr_eq_class.h"
#include "sim/policy/policies/dtr_local.h"
#include "sim/policy/policies/dtr_unopt.h"
#include "sim/policy/policies/largest_storage.h"
#include "sim/policy/policies/lru.h"
#include "sim/policy/policies/msps.h"
#include "sim/policy/policies/random_storage.h"

namespace rematfuzz {

namespace {

// One object serves all runs: a policy has no state of its own.
template <class P>
const Policy* the() {
  static const P policy;
  return &policy;
}
template <class Scorer>
const Policy* scoring() {
  return the<ScoringPolicy<Scorer>>();
}

}  // namespace

std::span<const PolicyEntry> policy_table() {
  using namespace policies;  // NOLINT(google-build-using-namespace)
  static const std::array table{
      PolicyEntry{"DTR", "(compute + fwd + rev) / (size * stale)", scoring<Dtr>(), ""},
      PolicyEntry{"DTREqClass", "(compute + eq) / (size * stale)", scoring<DtrEqClass>(), ""},
      PolicyEntry{"DTRLocal", "compute / (size * stale)", scoring<DtrLocal>(), ""},
      PolicyEntry{"DTRUnopt", "(compute + compute of N) / (size * staleness of s and N)",
                  scoring<DtrUnopt>(), ""},
      PolicyEntry{"MSPS", "(compute + rev) / size", scoring<Msps>(), ""},
      PolicyEntry{"LRU", "last access", scoring<Lru>(), ""},
      PolicyEntry{"LargestStorage", "1 / size", scoring<LargestStorage>(), ""},
      PolicyEntry{"RandomStorage", "evenly at random", the<RandomStorage>(), ""},
      PolicyEntry{"AbESizeStale", "(compute + fwd + rev) / (size * stale)", scoring<Dtr>(), "DTR"},
      PolicyEntry{"AbESize", "(compute + fwd + rev) / size", scoring<AbESize>(), ""},
      PolicyEntry{"AbEStale", "(compute + fwd + rev) / stale", scoring<AbEStale>(), ""},
      PolicyEntry{"AbE", "compute + fwd + rev", scoring<AbE>(), ""},
      PolicyEntry{"AbEqSizeStale", "(compute + eq) / (size * stale)", scoring<DtrEqClass>(),
                  "DTREqClass"},
      PolicyEntry{"AbEqSize", "(compute + eq) / size", scoring<AbEqSize>(), ""},
      PolicyEntry{"AbEqStale", "(compute + eq) / stale", scoring<AbEqStale>(), ""},
      PolicyEntry{"AbEq", "compute + eq", scoring<AbEq>(), ""},
      PolicyEntry{"AbLocalSizeStale", "compute / (size * stale)", scoring<DtrLocal>(), "DTRLocal"},
      PolicyEntry{"AbLocalSize", "compute / size", scoring<AbLocalSize>(), ""},
      PolicyEntry{"AbLocalStale", "compute / stale", scoring<AbLocalStale>(), ""},
      PolicyEntry{"AbLocal", "compute", scoring<AbLocal>(), ""},
      PolicyEntry{"AbSizeStale", "1 / (size * stale)", scoring<AbSizeStale>(), ""},
      PolicyEntry{"AbSize", "1 / size", scoring<LargestStorage>(), "LargestStorage"},
      PolicyEntry{"AbStale", "1 / stale", scoring<AbStale>(), ""},
      PolicyEntry{"AbRandom", "evenly at random", the<RandomStorage>(), "RandomStorage"},
  };
  return table;
}

const PolicyEntry& find_policy(std::string_view name) {
  std::string names;
  for (const PolicyEntry& entry : policy_table()) {
    if (entry.name == name) return entry;
    names.append(names.empty() ? "" : ", ").append(entry.name);
  }
  throw InputError(fmt::format("unknown policy {}; known: {}", quote(name), names));
}

}  // namespace rematfuzz
