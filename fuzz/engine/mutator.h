// Mutations of search inputs, for engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/search/input.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

// A changed input; now and then it is the policy that changes.
Input mutate_input(Input input, Random& random, std::size_t most_operators);

// Makes libFuzzer mutate inputs by mutate_input() and cross_programs(), within so many operators:
// defines LLVMFuzzerCustomMutator and LLVMFuzzerCustomCrossOver, which a program gets by calling
// this.
void use_program_mutations(std::size_t most_operators);

}  // namespace rematfuzz::fuzz
