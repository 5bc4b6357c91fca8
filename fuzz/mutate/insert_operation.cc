// A new operation anywhere.
#include <utility>

#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

namespace {

Operation new_call(const Draft& draft, const std::vector<NameNumber>& names, Random& random) {
  // One after the other: arguments are drawn in whatever order a compiler likes.
  const std::int64_t size = pick_number(draft, Numbers::sizes, random);
  const std::int64_t cost = pick_number(draft, Numbers::costs, random);
  Operation call = source_operation(size, cost);
  if (!names.empty())
    for (std::uint64_t args = random.below(4); args > 0; --args)
      call.args.push_back(pick_name(names, random));
  if ((draft.features & feature_views) != 0 && !call.args.empty() && one_in(random, 4))
    call.outputs[0] = {.size = 0,
                       .alias = static_cast<std::int32_t>(random.below(call.args.size()))};
  if ((draft.features & feature_several_outputs) != 0 && one_in(random, 4))
    call.outputs.push_back({.size = pick_number(draft, Numbers::sizes, random)});
  return call;
}

Operation new_mutate(const Draft& draft, const std::vector<NameNumber>& names, Random& random) {
  Operation made = operation_on(OperationKind::mutate, {pick_name(names, random)});
  if (one_in(random, 2)) made.args.push_back(pick_name(names, random));
  made.mutated = {static_cast<std::uint32_t>(random.below(made.args.size()))};
  made.cost = pick_number(draft, Numbers::costs, random);
  return made;
}

Operation new_operation(const Draft& draft, const std::vector<NameNumber>& names, Random& random) {
  const std::uint64_t kind = random.below(12);
  const bool named = !names.empty();
  if (kind < 3 && named) return operation_on(OperationKind::release, {pick_name(names, random)});
  if (kind == 3 && (draft.features & feature_constants) != 0) {
    Operation constant = source_operation(pick_number(draft, Numbers::sizes, random), 0);
    constant.kind = OperationKind::constant;
    return constant;
  }
  if (kind == 4 && named && (draft.features & feature_mutates) != 0)
    return new_mutate(draft, names, random);
  if (kind == 5 && named && (draft.features & feature_copies) != 0)
    return operation_on(OperationKind::copy, {pick_name(names, random)});
  if (kind == 6 && named && (draft.features & feature_copies) != 0)
    return operation_on(OperationKind::copy_from,
                        {pick_name(names, random), pick_name(names, random)});
  return new_call(draft, names, random);
}

// A call behind `at` takes the name, too, in front of its other arguments or behind them; and what
// is only there to be taken is released behind it.
void wire(Draft& draft, std::size_t at, NameNumber name, Random& random) {
  std::size_t found = 0;
  std::size_t taken_at = 0;
  for (std::size_t i = at + 1; i < draft.operations.size(); ++i)
    if (draft.operations[i].operation.kind == OperationKind::call && random.below(++found) == 0)
      taken_at = i;
  if (taken_at == 0) return;
  Operation& taker = draft.operations[taken_at].operation;
  if (taker.args.size() == most_arguments) return;
  if (one_in(random, 2)) {
    taker.args.push_back(name);
  } else {
    taker.args.insert(taker.args.begin(), name);
    for (ProgramOutput& output : taker.outputs)
      if (output.alias >= 0) ++output.alias;
  }
  if (one_in(random, 2)) release_behind(draft, taken_at, name, random);
}

}  // namespace

bool insert_operation(Draft& draft, Random& random) {
  const std::size_t at = random.below(draft.operations.size() + 1);
  Operation made = new_operation(draft, names_before(draft, at), random);
  const DraftOperation drafted = draft.make(std::move(made));
  draft.operations.insert(draft.operations.begin() + static_cast<std::ptrdiff_t>(at), drafted);
  if (drafted.operation.binds() > 0 && one_in(random, 2))
    wire(draft, at, drafted.first_name, random);
  return true;
}

}  // namespace rematfuzz::fuzz
