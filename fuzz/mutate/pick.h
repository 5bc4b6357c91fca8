// Picking at random from a draft, and the numbers that mutations put in.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fuzz/program/draft.h"
#include "sim/base/random.h"

namespace rematfuzz::fuzz {

inline bool one_in(Random& random, std::uint64_t count) { return random.below(count) == 0; }

// An operation of those that `wanted(operation)` says; nothing: there is none.
template <class Wanted>
std::optional<std::size_t> pick_operation(const Draft& draft, Random& random, Wanted wanted) {
  std::size_t found = 0;
  std::optional<std::size_t> picked;
  for (std::size_t i = 0; i < draft.operations.size(); ++i)
    if (wanted(draft.operations[i].operation) && random.below(++found) == 0) picked = i;
  return picked;
}

inline std::optional<std::size_t> pick_any(const Draft& draft, Random& random) {
  if (draft.operations.empty()) return std::nullopt;
  return random.below(draft.operations.size());
}

inline std::optional<std::size_t> pick_operator(const Draft& draft, Random& random) {
  return pick_operation(draft, random, [](const Operation& op) { return op.is_operator(); });
}

// The names that are bound by the operations in front of `at`, in order.
std::vector<NameNumber> names_before(const Draft& draft, std::size_t at);

// One of them: mostly one of the last few.
NameNumber pick_name(const std::vector<NameNumber>& names, Random& random);

enum class Numbers : std::uint8_t { sizes, costs };

// A size or a cost such as the draft's features allow: one that it has already, or mostly a small
// one. (Effects are often of numbers that are alike.)
std::int64_t pick_number(const Draft& draft, Numbers which, Random& random);

// Releases the name somewhere behind `at`, more often soon.
void release_behind(Draft& draft, std::size_t at, NameNumber name, Random& random);

// The numbers of an operation that a mutation may change: its cost, and the sizes of what it makes.
std::vector<std::int64_t*> numbers_of(Operation& operation);
// Those of one sort, of all operations from `first` on to before `last`.
std::vector<std::int64_t*> numbers_of(Draft& draft, Numbers which, std::size_t first,
                                      std::size_t last);

}  // namespace rematfuzz::fuzz
