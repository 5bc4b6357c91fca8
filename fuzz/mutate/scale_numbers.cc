// All sizes or all costs, of the whole program or of a stretch, times a factor or divided by it.
#include <algorithm>
#include <array>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool scale_numbers(Draft& draft, Random& random) {
  constexpr std::array<std::int64_t, 6> factors{2, 3, 7, 10, 100, 1000};
  const std::int64_t factor = factors[random.below(factors.size())];
  const Numbers which = one_in(random, 2) ? Numbers::sizes : Numbers::costs;
  const std::size_t count = draft.operations.size();
  std::size_t first = 0;
  std::size_t last = count;
  if (count > 1 && one_in(random, 2)) {
    first = random.below(count);
    last = first + 1 + random.below(count - first);
  }
  const auto numbers = numbers_of(draft, which, first, last);
  if (numbers.empty()) return false;
  const bool larger = !one_in(random, 3);
  // What would not fit is left as it is, as a whole.
  if (larger && *std::ranges::max(numbers, {}, [](const std::int64_t* n) { return *n; }) >
                    largest_number / factor)
    return false;
  for (std::int64_t* number : numbers)
    *number =
        larger ? *number * factor : std::max<std::int64_t>(*number / factor, *number > 0 ? 1 : 0);
  return true;
}

}  // namespace rematfuzz::fuzz
