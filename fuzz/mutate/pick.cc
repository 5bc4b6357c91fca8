#include "fuzz/mutate/pick.h"

#include <algorithm>

namespace rematfuzz::fuzz {

std::vector<NameNumber> names_before(const Draft& draft, std::size_t at) {
  std::vector<NameNumber> names;
  for (std::size_t i = 0; i < at && i < draft.operations.size(); ++i) {
    const DraftOperation& drafted = draft.operations[i];
    const NameNumber bound = drafted.operation.binds();
    for (NameNumber k = 0; k < bound; ++k) names.push_back(drafted.first_name + k);
  }
  return names;
}

NameNumber pick_name(const std::vector<NameNumber>& names, Random& random) {
  constexpr std::size_t near = 4;
  const std::size_t window = one_in(random, 3) ? names.size() : std::min(names.size(), near);
  return names[names.size() - 1 - random.below(window)];
}

namespace {

// One of an operation's; 0: it has none.
std::int64_t number_in(const Operation& operation, Numbers which, Random& random) {
  if (which == Numbers::costs) return operation.cost;
  if (operation.outputs.empty()) return 0;
  return operation.outputs[random.below(operation.outputs.size())].size;
}

}  // namespace

std::int64_t pick_number(const Draft& draft, Numbers which, Random& random) {
  if (!draft.operations.empty() && one_in(random, 3)) {
    const DraftOperation& like = draft.operations[random.below(draft.operations.size())];
    const std::int64_t number = number_in(like.operation, which, random);
    if (number > 0) return number;
  }
  const bool wide = (draft.features & feature_wide) != 0;
  const std::int64_t least = (draft.features & feature_zeros) != 0 ? 0 : 1;
  switch (random.below(wide ? 5 : 4)) {
    case 0:
    case 1:
      return least + static_cast<std::int64_t>(random.below(4));
    case 2:
      return least + static_cast<std::int64_t>(random.below(16));
    case 3:
      return least + static_cast<std::int64_t>(random.below(200));
    default:
      return least +
             static_cast<std::int64_t>(random.below(std::uint64_t{1} << (8 + random.below(16))));
  }
}

void release_behind(Draft& draft, std::size_t at, NameNumber name, Random& random) {
  constexpr std::size_t soon = 3;
  const std::size_t left = draft.operations.size() - at;
  const std::size_t most = one_in(random, 2) ? left : std::min(left, soon);
  const std::size_t to = at + (most == 0 ? 0 : 1 + random.below(most));
  draft.operations.insert(draft.operations.begin() + static_cast<std::ptrdiff_t>(to),
                          draft.make(operation_on(OperationKind::release, {name})));
}

namespace {

void add_numbers(Operation& operation, Numbers which, std::vector<std::int64_t*>& numbers) {
  if (which == Numbers::costs) {
    if (operation.kind == OperationKind::call || operation.kind == OperationKind::mutate)
      numbers.push_back(&operation.cost);
    return;
  }
  for (ProgramOutput& output : operation.outputs)
    if (output.alias < 0) numbers.push_back(&output.size);
}

}  // namespace

std::vector<std::int64_t*> numbers_of(Operation& operation) {
  std::vector<std::int64_t*> numbers;
  for (const Numbers which : {Numbers::costs, Numbers::sizes})
    add_numbers(operation, which, numbers);
  return numbers;
}

std::vector<std::int64_t*> numbers_of(Draft& draft, Numbers which, std::size_t first,
                                      std::size_t last) {
  std::vector<std::int64_t*> numbers;
  for (std::size_t i = first; i < last; ++i)
    add_numbers(draft.operations[i].operation, which, numbers);
  return numbers;
}

}  // namespace rematfuzz::fuzz
