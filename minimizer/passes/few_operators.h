// For passes that try combinations: only of programs small enough for all of them.
#pragma once

#include <cstddef>

#include "fuzz/program/program.h"

namespace rematfuzz::minimizer {

// The operators; 0: there are too many for combinations.
inline std::size_t few_operators(const fuzz::Program& program) {
  constexpr std::size_t few = 24;
  const std::size_t operators = program.operators();
  return operators <= few ? operators : 0;
}

}  // namespace rematfuzz::minimizer
