// What searches look for: each goal measures how large an effect is in a map.
//
// Adding one is one new file in goals/, and one line in goal_table.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/base/types.h"
#include "sim/findings/findings.h"
#include "sim/findings/kinds.h"

namespace rematfuzz::fuzz {

// The largest effect of a kind in a map, and two budgets that show it. 0: there is none.
struct Effect {
  double size = 0;
  Bytes worse = 0;   // a budget that runs out, or is dear
  Bytes better = 0;  // one that passes, or is cheap

  explicit operator bool() const { return size > 0; }
};

struct Goal {
  std::string_view name;
  FindingKind kind = FindingKind::hole;  // what its effects are
  std::string_view unit;                 // what the size of an effect is in, to people
  Effect (*measure)(const Evidence&) = nullptr;
  // A size on a scale of 0 (none) to `levels` - 1 on which steps are alike, for feedback.
  unsigned (*level)(double size) = nullptr;
};

inline constexpr unsigned levels = 64;

std::span<const Goal> goal_table();

// Throws InputError, listing the names, if there is none of that name.
const Goal& find_goal(std::string_view name);

// Scales for `level`: of a share of 1, of a factor from 1 up, and of a number.
unsigned level_of_share(double share);
unsigned level_of_factor(double factor);
unsigned level_of_count(double count);

}  // namespace rematfuzz::fuzz
