// Names are released right after their last use: one, or all, so that the program holds less at its
// end.
#include <vector>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

namespace {

// The place behind the last operation that takes or binds the name.
std::size_t behind_last_use(const Draft& draft, NameNumber name) {
  for (std::size_t i = draft.operations.size(); i-- > 0;) {
    const DraftOperation& drafted = draft.operations[i];
    if (name >= drafted.first_name && name - drafted.first_name < drafted.operation.binds())
      return i + 1;
    if (drafted.operation.kind == OperationKind::release) continue;
    for (const NameNumber arg : drafted.operation.args)
      if (arg == name) return i + 1;
  }
  return draft.operations.size();
}

void release_behind_last_use(Draft& draft, NameNumber name) {
  const std::size_t at = behind_last_use(draft, name);
  draft.operations.insert(draft.operations.begin() + static_cast<std::ptrdiff_t>(at),
                          draft.make(operation_on(OperationKind::release, {name})));
}

bool is_released(const Draft& draft, NameNumber name) {
  for (const DraftOperation& drafted : draft.operations)
    if (drafted.operation.kind == OperationKind::release && drafted.operation.args[0] == name)
      return true;
  return false;
}

}  // namespace

bool release_early(Draft& draft, Random& random) {
  std::vector<NameNumber> held;
  for (const NameNumber name : names_before(draft, draft.operations.size()))
    if (!is_released(draft, name)) held.push_back(name);
  if (held.empty()) return false;
  if (one_in(random, 2)) {
    release_behind_last_use(draft, held[random.below(held.size())]);
    return true;
  }
  // All of them, or all but the last.
  if (one_in(random, 2)) held.pop_back();
  for (const NameNumber name : held) release_behind_last_use(draft, name);
  return true;
}

}  // namespace rematfuzz::fuzz
