// A stretch of operations takes over the sizes and costs of another one.
#include <algorithm>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool copy_numbers(Draft& draft, Random& random) {
  const std::size_t count = draft.operations.size();
  if (count < 2) return false;
  const Numbers which = one_in(random, 2) ? Numbers::sizes : Numbers::costs;
  const std::size_t from = random.below(count);
  const std::size_t to = random.below(count);
  const auto source = numbers_of(draft, which, from, count);
  const auto target = numbers_of(draft, which, to, count);
  const std::size_t most = std::min(source.size(), target.size());
  if (most == 0 || from == to) return false;
  const std::size_t copied = 1 + random.below(std::min<std::size_t>(most, 4));
  std::vector<std::int64_t> values;
  values.reserve(copied);
  for (std::size_t i = 0; i < copied; ++i) values.push_back(*source[i]);
  for (std::size_t i = 0; i < copied; ++i) *target[i] = values[i];
  return true;
}

}  // namespace rematfuzz::fuzz
