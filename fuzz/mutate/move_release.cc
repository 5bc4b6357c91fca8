// A release comes earlier or later, goes, or is one of another name.
#include <algorithm>
#include <utility>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool move_release(Draft& draft, Random& random) {
  const auto at = pick_operation(
      draft, random, [](const Operation& op) { return op.kind == OperationKind::release; });
  if (!at) return false;
  const auto from = draft.operations.begin() + static_cast<std::ptrdiff_t>(*at);
  const std::uint64_t way = random.below(4);
  if (way == 0) {
    draft.operations.erase(from);
    return true;
  }
  if (way == 1) {
    const auto names = names_before(draft, *at);
    if (names.empty()) return false;
    from->operation.args[0] = pick_name(names, random);
    return true;
  }
  DraftOperation release = std::move(*from);
  draft.operations.erase(from);
  const std::size_t to = random.below(draft.operations.size() + 1);
  draft.operations.insert(draft.operations.begin() + static_cast<std::ptrdiff_t>(to),
                          std::move(release));
  return true;
}

}  // namespace rematfuzz::fuzz
