// Mutations of search inputs, for engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/engine/elites.h"
#include "fuzz/search/input.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

struct MutationLimits {
  std::size_t most_operators = 20;
  bool fresh_programs = true;  // whether some are drawn anew
};

// A changed input; now and then it is the policy that changes.
Input mutate_input(Input input, Random& random, const MutationLimits& limits);

// Makes libFuzzer mutate inputs by mutate_input() and cross_programs(), within these limits:
// defines LLVMFuzzerCustomMutator and LLVMFuzzerCustomCrossOver, which a program gets by calling
// this. A program that only links with something that does keeps libFuzzer's own mutations. Half of
// the time it is one of the elites that is changed, not the input that libFuzzer chose; nullptr:
// never.
void use_program_mutations(const MutationLimits& limits, Elites* elites = nullptr);

}  // namespace rematfuzz::fuzz
