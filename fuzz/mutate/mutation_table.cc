#include <array>
#include <utility>

#include "fuzz/mutate/mutations.h"

namespace rematfuzz::fuzz {

std::span<const Mutation> mutation_table() {
  static constexpr std::array table{
      Mutation{"change_number", change_number, 6},
      Mutation{"rewire_argument", rewire_argument, 4},
      Mutation{"insert_operation", insert_operation, 3},
      Mutation{"remove_operations", remove_operations, 3},
      Mutation{"move_release", move_release, 3},
      Mutation{"scale_numbers", scale_numbers, 2},
      Mutation{"vary_numbers", vary_numbers, 1},
      Mutation{"copy_numbers", copy_numbers, 1},
      Mutation{"lengthen_chain", lengthen_chain, 2},
      Mutation{"duplicate_block", duplicate_block, 1},
      Mutation{"move_operation", move_operation, 1},
      Mutation{"release_early", release_early, 1},
      Mutation{"change_outputs", change_outputs, 1},
      Mutation{"change_features", change_features, 1},
  };
  return table;
}

namespace {

std::uint64_t total_weight() {
  std::uint64_t total = 0;
  for (const Mutation& mutation : mutation_table()) total += mutation.weight;
  return total;
}

const Mutation& any_mutation(Random& random) {
  static const std::uint64_t total = total_weight();
  std::uint64_t at = random.below(total);
  const std::span<const Mutation> table = mutation_table();
  std::size_t index = 0;
  while (at >= table[index].weight) at -= table[index++].weight;
  return table[index];
}

}  // namespace

Program mutate_program(Program program, Random& random, unsigned most, std::size_t most_operators) {
  constexpr int most_attempts = 20;
  Draft draft = draft_of(std::move(program));
  const std::uint64_t wanted = 1 + random.below(most);
  std::uint64_t done = 0;
  for (int attempt = 0; attempt < most_attempts && done < wanted; ++attempt)
    if (any_mutation(random).mutate(draft, random)) ++done;
  return finish(std::move(draft), most_operators);
}

}  // namespace rematfuzz::fuzz
