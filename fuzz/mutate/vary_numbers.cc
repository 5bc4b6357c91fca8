// All sizes or all costs a little more or less, each by itself: up to 1/4, or up to 3.
#include <algorithm>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool vary_numbers(Draft& draft, Random& random) {
  const Numbers which = one_in(random, 2) ? Numbers::sizes : Numbers::costs;
  const auto numbers = numbers_of(draft, which, 0, draft.operations.size());
  if (numbers.empty()) return false;
  const bool relative = one_in(random, 2);
  for (std::int64_t* number : numbers) {
    if (*number == 0) continue;
    const std::int64_t range = relative ? *number / 4 : 3;
    const auto change =
        static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(2 * range + 1))) - range;
    *number = std::clamp<std::int64_t>(*number + change, 1, largest_number);
  }
  return true;
}

}  // namespace rematfuzz::fuzz
