// The mutations of programs: each changes a draft a little, at random.
//
// Adding one is one new file, and one line here and in mutation_table.cc. Each leaves a draft that
// finish() makes valid; where there is nothing for it to do it returns false and has changed
// nothing.
#pragma once

#include <span>
#include <string_view>

#include "fuzz/program/draft.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

using Mutate = bool (*)(Draft&, Random&);

bool change_features(Draft& draft, Random& random);
bool change_number(Draft& draft, Random& random);
bool change_outputs(Draft& draft, Random& random);
bool copy_numbers(Draft& draft, Random& random);
bool duplicate_block(Draft& draft, Random& random);
bool insert_operation(Draft& draft, Random& random);
bool lengthen_chain(Draft& draft, Random& random);
bool move_operation(Draft& draft, Random& random);
bool move_release(Draft& draft, Random& random);
bool release_early(Draft& draft, Random& random);
bool remove_operations(Draft& draft, Random& random);
bool rewire_argument(Draft& draft, Random& random);
bool scale_numbers(Draft& draft, Random& random);
bool vary_numbers(Draft& draft, Random& random);

struct Mutation {
  std::string_view name;
  Mutate mutate = nullptr;
  unsigned weight = 1;  // how often it is taken beside the others
};

std::span<const Mutation> mutation_table();

// Applies 1 to `most` mutations to a program, chosen at random by their weights, and gives a
// program of at most `most_operators` operators.
Program mutate_program(Program program, Random& random, unsigned most, std::size_t most_operators);

}  // namespace rematfuzz::fuzz
