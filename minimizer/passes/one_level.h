// For passes whose steps are all alike.
#pragma once

#include <cstddef>

#include "fuzz/program/program.h"

namespace rematfuzz::minimizer {

inline std::size_t one_level(const fuzz::Program&) { return 1; }

inline std::size_t each_operation(const fuzz::Program& program, std::size_t) {
  return program.operations.size();
}

}  // namespace rematfuzz::minimizer
