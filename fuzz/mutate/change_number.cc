// Another size, or another cost, of one operation.
#include <algorithm>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

namespace {

// A size or a cost of anything, for numbers that are equal or add up.
std::int64_t number_elsewhere(Draft& draft, Random& random) {
  const Numbers which = one_in(random, 2) ? Numbers::sizes : Numbers::costs;
  const auto numbers = numbers_of(draft, which, 0, draft.operations.size());
  return numbers.empty() ? 1 : *numbers[random.below(numbers.size())];
}

std::int64_t changed(std::int64_t number, Draft& draft, Random& random) {
  switch (random.below(7)) {
    case 0:
      return number + 1;
    case 1:
      return number - 1;
    case 2:
      return number * 2;
    case 3:
      return number / 2;
    case 4:
      return number_elsewhere(draft, random);
    case 5:
      return number + number_elsewhere(draft, random);
    default:
      return pick_number(draft, one_in(random, 2) ? Numbers::sizes : Numbers::costs, random);
  }
}

}  // namespace

bool change_number(Draft& draft, Random& random) {
  const auto at = pick_operator(draft, random);
  if (!at) return false;
  const auto numbers = numbers_of(draft.operations[*at].operation);
  if (numbers.empty()) return false;
  std::int64_t& number = *numbers[random.below(numbers.size())];
  const std::int64_t least = (draft.features & feature_zeros) != 0 ? 0 : 1;
  number = std::clamp(changed(number, draft, random), least, largest_number);
  return true;
}

}  // namespace rematfuzz::fuzz
