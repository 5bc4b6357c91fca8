// An operation comes earlier or later.
#include <algorithm>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool move_operation(Draft& draft, Random& random) {
  const std::size_t count = draft.operations.size();
  if (count < 2) return false;
  const auto from = static_cast<std::ptrdiff_t>(random.below(count));
  const auto to = static_cast<std::ptrdiff_t>(random.below(count));
  const auto begin = draft.operations.begin();
  if (from < to)
    std::rotate(begin + from, begin + from + 1, begin + to + 1);
  else
    std::rotate(begin + to, begin + from, begin + from + 1);
  return from != to;
}

}  // namespace rematfuzz::fuzz
