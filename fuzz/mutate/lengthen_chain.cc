// A new operator between a name and some of those that take it: one more to bring back before them.
#include <utility>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

bool lengthen_chain(Draft& draft, Random& random) {
  const auto at = pick_operation(draft, random, [](const Operation& op) { return op.binds() > 0; });
  if (!at) return false;
  const DraftOperation& drafted = draft.operations[*at];
  const NameNumber name =
      drafted.first_name + static_cast<NameNumber>(random.below(drafted.operation.binds()));
  // Often as large and as dear as what it comes after.
  const bool alike = one_in(random, 2) && !drafted.operation.outputs.empty();
  const Bytes size =
      alike ? drafted.operation.outputs[0].size : pick_number(draft, Numbers::sizes, random);
  const Nanos cost = alike ? drafted.operation.cost : pick_number(draft, Numbers::costs, random);
  Operation link = source_operation(size, cost);
  link.args = {name};
  const DraftOperation made = draft.make(std::move(link));
  for (std::size_t i = *at + 1; i < draft.operations.size(); ++i)
    for (NameNumber& arg : draft.operations[i].operation.args)
      if (arg == name && !one_in(random, 3)) arg = made.first_name;
  draft.operations.insert(draft.operations.begin() + static_cast<std::ptrdiff_t>(*at + 1), made);
  if (one_in(random, 2)) release_behind(draft, *at + 1, made.first_name, random);
  return true;
}

}  // namespace rematfuzz::fuzz
