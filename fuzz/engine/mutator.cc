#include "fuzz/engine/mutator.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "fuzz/choices/random_choices.h"
#include "fuzz/mutate/crossover.h"
#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"
#include "fuzz/program/codec.h"
#include "fuzz/program/draft.h"

namespace rematfuzz::fuzz {

namespace {

constexpr unsigned most_mutations = 4;  // at once

struct InUse {
  bool programs = false;
  MutationLimits limits;
  Elites* elites = nullptr;
};

InUse& in_use() {
  static InUse in_use;
  return in_use;
}

// Programs grow to what an engine can hold: one that has become too long is cut until it fits.
std::size_t put(Input input, std::uint8_t* data, std::size_t most_bytes) {
  for (;;) {
    const std::vector<std::uint8_t> bytes = encode_input(input);
    if (bytes.size() <= most_bytes) {
      std::memcpy(data, bytes.data(), bytes.size());
      return bytes.size();
    }
    const std::size_t operators = input.program.operators();
    if (operators <= 1) return 0;
    input.program = finish(draft_of(input.program), operators - (operators + 3) / 4);
  }
}

// Something that has nothing to do with what is known: it keeps a search from going in circles.
Input fresh_input(Random& random, std::size_t most_operators) {
  constexpr std::size_t largest = 14;  // of so many operators, effects are not rare
  RandomChoices choices(random.next());
  Input input;
  input.policy = static_cast<std::uint8_t>(random.next());
  input.program = decode(choices, 1 + random.below(std::min(most_operators, largest)));
  return input;
}

}  // namespace

Input mutate_input(Input input, Random& random, const MutationLimits& limits) {
  constexpr std::uint64_t fresh_programs = 6;
  constexpr std::uint64_t policy_changes = 12;
  if (limits.fresh_programs && one_in(random, fresh_programs))
    return fresh_input(random, limits.most_operators);
  if (one_in(random, policy_changes)) {
    input.policy = static_cast<std::uint8_t>(random.next());
    if (one_in(random, 2) && input.program.operators() <= limits.most_operators) return input;
  }
  input.program =
      mutate_program(std::move(input.program), random, most_mutations, limits.most_operators);
  return input;
}

void use_program_mutations(const MutationLimits& limits, Elites* elites) {
  in_use() = {true, limits, elites};
}

}  // namespace rematfuzz::fuzz

// libFuzzer's own mutations; it is there wherever it calls what follows.
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                              std::size_t most_bytes);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most_bytes, unsigned int seed) {
  using namespace rematfuzz::fuzz;  // NOLINT(google-build-using-namespace)
  const auto& [programs, limits_in_use, elites] = in_use();
  if (!programs) return LLVMFuzzerMutate(data, size, most_bytes);
  rematfuzz::Random random(seed);
  MutationLimits limits = limits_in_use;
  Input input = elites != nullptr && !elites->empty() && one_in(random, 2)
                    ? elites->draw(random, limits.most_operators)
                    : decode_input({data, size}, limits.most_operators);
  // Less room than there is input: the engine wants it smaller.
  const std::size_t operators = input.program.operators();
  if (most_bytes < size && operators > 1) limits.most_operators = operators - 1;
  return put(mutate_input(std::move(input), random, limits), data, most_bytes);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t most_bytes,
                                                 unsigned int seed) {
  using namespace rematfuzz::fuzz;   // NOLINT(google-build-using-namespace)
  if (!in_use().programs) return 0;  // left to libFuzzer's own
  rematfuzz::Random random(seed);
  const std::size_t most = in_use().limits.most_operators;
  Input input = decode_input({data1, size1}, most);
  Input other = decode_input({data2, size2}, most);
  input.program = cross_programs(std::move(input.program), std::move(other.program), random, most);
  return put(std::move(input), out, most_bytes);
}
