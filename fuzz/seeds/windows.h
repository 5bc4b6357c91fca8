// Pieces of real traces, small enough to be searched from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

// The operations from `first` on, with the first `operators` operators among them. What they take
// from before is made by operators of their own, without arguments, as large and as dear as what
// they stand for (constants stay constants). What is released later in the program, or never taken
// again, is released at the window's end, unless the program holds it at its own end.
// REQUIRES: a valid program; first < its number of operations.
Program window_of(const Program& program, std::size_t first, std::size_t operators);

// The program with sizes and costs divided so that the largest of each is at most `largest`: what
// was not 0 is at least 1.
Program scaled_down(const Program& program, std::int64_t largest);

// The program itself, if it has at most `most_operators`; and windows of it, of several lengths up
// to that, evenly spread over it, at most `most` in all; each as it is and scaled down.
std::vector<Program> seeds_from(const Program& program, std::size_t most_operators,
                                std::size_t most);

}  // namespace rematfuzz::fuzz
