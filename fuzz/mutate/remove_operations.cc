// Up to four operations in a row go; what took their results takes what is nearest.
#include <algorithm>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

namespace {

// Consumers of a removed operator take its first argument instead, where there is one.
void bridge(Draft& draft, const DraftOperation& removed) {
  if (removed.operation.kind != OperationKind::call || removed.operation.args.empty()) return;
  const NameNumber argument = removed.operation.args[0];
  for (DraftOperation& drafted : draft.operations) {
    if (drafted.operation.kind == OperationKind::release) continue;
    for (NameNumber& arg : drafted.operation.args)
      if (arg >= removed.first_name && arg - removed.first_name < removed.operation.binds())
        arg = argument;
  }
}

}  // namespace

bool remove_operations(Draft& draft, Random& random) {
  const auto at = pick_any(draft, random);
  if (!at) return false;
  constexpr std::uint64_t most = 4;
  const std::size_t wanted = one_in(random, 2) ? 1 : 1 + random.below(most);
  const std::size_t count = std::min<std::size_t>(draft.operations.size() - *at, wanted);
  const auto first = draft.operations.begin() + static_cast<std::ptrdiff_t>(*at);
  const std::vector<DraftOperation> removed(first, first + static_cast<std::ptrdiff_t>(count));
  draft.operations.erase(first, first + static_cast<std::ptrdiff_t>(count));
  if (one_in(random, 2))
    for (const DraftOperation& one : removed) bridge(draft, one);
  return true;
}

}  // namespace rematfuzz::fuzz
