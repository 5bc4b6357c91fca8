// A call gets or loses an output, or an output becomes a view or stops being one. What is bound
// last goes first, so that the names of the others stay.
#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

namespace {

// False: there is nothing that it could be a view of.
bool toggle_view(Draft& draft, Operation& call, Random& random) {
  ProgramOutput& output = call.outputs[random.below(call.outputs.size())];
  if (output.alias >= 0) {
    output = {.size = pick_number(draft, Numbers::sizes, random)};
    return true;
  }
  if (call.args.empty() || (draft.features & feature_views) == 0) return false;
  output = {.size = 0, .alias = static_cast<std::int32_t>(random.below(call.args.size()))};
  return true;
}

// Under new names, and consumers follow: an output more does not take the next operation's names.
void add_output(Draft& draft, DraftOperation& drafted, Random& random) {
  Operation made = drafted.operation;
  made.outputs.push_back({.size = pick_number(draft, Numbers::sizes, random)});
  const NameNumber before = drafted.first_name;
  const NameNumber count = drafted.operation.binds();
  drafted = draft.make(std::move(made));
  const NameNumber after = drafted.first_name;
  for (DraftOperation& other : draft.operations)
    for (NameNumber& arg : other.operation.args)
      if (arg >= before && arg < before + count) arg = after + (arg - before);
}

}  // namespace

bool change_outputs(Draft& draft, Random& random) {
  const auto at = pick_operation(
      draft, random, [](const Operation& op) { return op.kind == OperationKind::call; });
  if (!at) return false;
  DraftOperation& drafted = draft.operations[*at];
  Operation& call = drafted.operation;
  if (one_in(random, 2)) return toggle_view(draft, call, random);
  if (call.outputs.size() > 1 && one_in(random, 2)) {
    call.outputs.pop_back();
  } else if ((draft.features & feature_several_outputs) != 0 &&
             call.outputs.size() < most_outputs) {
    add_output(draft, drafted, random);
  } else {
    return false;
  }
  return true;
}

}  // namespace rematfuzz::fuzz
