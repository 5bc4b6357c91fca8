// Two programs made one.
#pragma once

#include <cstddef>

#include "fuzz/program/program.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

// The one after the other, a beginning of the one and an end of the other, or the structure of the
// one with sizes or costs of the other; of at most `most_operators` operators.
Program cross_programs(Program a, Program b, Random& random, std::size_t most_operators);

}  // namespace rematfuzz::fuzz
