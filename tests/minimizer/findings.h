// Small programs that show findings, found at random, to be minimized.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "fuzz/program/instructions.h"
#include "minimizer/judge.h"
#include "minimizer/minimize.h"
#include "minimizer/wanted.h"
#include "sim/base/error.h"
#include "tests/fuzz/programs.h"

namespace rematfuzz::minimizer {

struct Found {
  Program program;
  Wanted wanted;
  Shown shown;
};

inline Wanted wanted_kind(FindingKind kind, std::string_view policy) {
  Wanted wanted;
  wanted.kind = kind;
  wanted.policy = &find_policy(policy);
  wanted.runtime = &find_runtime("RuntimeV2EagerOptimized");
  return wanted;
}

// What the program shows of that, whatever its mechanism.
inline std::optional<Shown> shown_by(const Program& program, Wanted wanted) {
  wanted.keep = {.place = false, .frontier = false};
  return Judge(wanted).judge(program, {});
}

// The first random program from this seed on that shows such a finding.
inline Found find_one(FindingKind kind, std::string_view policy, std::uint64_t& seed) {
  Found found{.program = {}, .wanted = wanted_kind(kind, policy), .shown = {}};
  for (;; ++seed) {
    found.program = fuzz::random_program(seed, 16);
    if (const auto shown = shown_by(found.program, found.wanted)) {
      ++seed;
      found.shown = *shown;
      found.wanted.mechanism = shown->mechanism;
      return found;
    }
  }
}

inline Minimized minimized(const Found& found, MinimizeOptions options = {}) {
  std::vector<Judge> judges;
  for (std::size_t slot = 0; slot < options.slots; ++slot) judges.emplace_back(found.wanted);
  const Test test = [&](const Program& candidate, const Shown& near, std::size_t slot) {
    return judges[slot].judge(candidate, near);
  };
  return minimize(found.program, found.shown, test, options);
}

}  // namespace rematfuzz::minimizer
