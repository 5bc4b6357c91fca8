// A stretch of operations once more, behind it: with its own names, and what it takes from before
// it as it was. (Holes add up that way.)
#include <algorithm>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool duplicate_block(Draft& draft, Random& random) {
  const auto first = pick_any(draft, random);
  if (!first) return false;
  constexpr std::uint64_t longest = 12;
  const std::size_t length =
      std::min<std::size_t>(draft.operations.size() - *first, 1 + random.below(longest));
  std::vector<DraftOperation> block;
  const auto renamed = [&](NameNumber name) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const DraftOperation& original = draft.operations[*first + i];
      const NameNumber offset = name - original.first_name;
      if (name >= original.first_name && offset < original.operation.binds())
        return block[i].first_name + offset;
    }
    return name;
  };
  for (std::size_t i = 0; i < length; ++i) {
    Operation made = draft.operations[*first + i].operation;
    for (NameNumber& arg : made.args) arg = renamed(arg);
    block.push_back(draft.make(std::move(made)));
  }
  const std::size_t behind = *first + length;
  const std::size_t at =
      one_in(random, 2) ? behind : behind + random.below(draft.operations.size() - behind + 1);
  draft.operations.insert(draft.operations.begin() + static_cast<std::ptrdiff_t>(at), block.begin(),
                          block.end());
  return true;
}

}  // namespace rematfuzz::fuzz
