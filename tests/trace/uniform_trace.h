// The simplest of random traces, in which a hole is found now and then: what fuzzing is measured
// on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/trace.h"

namespace rematfuzz::testing {

// `operators` calls of one output each, at most 2 arguments from the last four tensors that are
// held, sizes and costs 1 to 3, random releases; two tensors are held at the end. No views: see
// random_trace.h for traces with everything.
Trace uniform_trace(std::uint64_t seed, std::size_t operators);

}  // namespace rematfuzz::testing
