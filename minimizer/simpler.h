// What is simpler: one total order of programs, shortest first, then least in lexicographic order
// (shortlex, as property-based testing tools shrink by).
#pragma once

#include "fuzz/program/program.h"

namespace rematfuzz::minimizer {

// Whether `a` is simpler than `b`: of fewer operators; else of fewer operations; else of fewer
// arguments and mutated ones; else of fewer outputs; else of fewer views, mutates, copies and
// constants; else of a smaller sum of sizes and costs; else first in the order of its operations,
// each by kind (calls first, releases last), arguments, sizes and cost. Equal: neither is.
bool is_simpler(const fuzz::Program& a, const fuzz::Program& b);

}  // namespace rematfuzz::minimizer
