#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "fuzz/search/goal.h"
#include "fuzz/search/goals/goals.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::fuzz {

std::span<const Goal> goal_table() {
  static constexpr std::array table{
      Goal{"hole", FindingKind::hole, "of peak", measure_hole, level_of_share},
      Goal{"inversion", FindingKind::inversion, "times", measure_inversion, level_of_factor},
      Goal{"cliff", FindingKind::cliff, "times", measure_cliff, level_of_factor},
      Goal{"thrash", FindingKind::thrash_pocket, "of peak", measure_thrash, level_of_share},
      Goal{"drift", FindingKind::drift, "decisions", measure_drift, level_of_count},
      Goal{"alternation", FindingKind::hole, "changes", measure_alternation, level_of_count},
  };
  return table;
}

const Goal& find_goal(std::string_view name) {
  std::string names;
  for (const Goal& goal : goal_table()) {
    if (goal.name == name) return goal;
    names.append(names.empty() ? "" : ", ").append(goal.name);
  }
  throw InputError(fmt::format("unknown kind {}; known: {}", quote(name), names));
}

namespace {

unsigned clamped(double level) {
  return static_cast<unsigned>(std::clamp<double>(level, 0, levels - 1));
}

}  // namespace

unsigned level_of_share(double share) { return share <= 0 ? 0 : clamped(1 + share * (levels - 2)); }

unsigned level_of_factor(double factor) {
  constexpr double levels_a_doubling = 8;
  return factor <= 1 ? 0 : clamped(1 + levels_a_doubling * std::log2(factor));
}

unsigned level_of_count(double count) {
  constexpr double few = 32;
  return clamped(count <= few ? count : few + 4 * std::log2(count / few));
}

}  // namespace rematfuzz::fuzz
