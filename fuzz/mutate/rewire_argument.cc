// An operator takes another name, one more, or one fewer.
#include "fuzz/mutate/mutations.h"
#include "fuzz/mutate/pick.h"

namespace rematfuzz::fuzz {

namespace {

void drop_argument(Operation& call, std::size_t which) {
  call.args.erase(call.args.begin() + static_cast<std::ptrdiff_t>(which));
  const auto dropped = static_cast<std::int32_t>(which);
  for (ProgramOutput& output : call.outputs) {
    if (output.alias > dropped) --output.alias;
    if (output.alias >= static_cast<std::int32_t>(call.args.size())) output.alias = -1;
  }
}

}  // namespace

bool rewire_argument(Draft& draft, Random& random) {
  const auto at = pick_operation(draft, random, [](const Operation& op) {
    return op.kind == OperationKind::call || op.kind == OperationKind::mutate;
  });
  if (!at) return false;
  const auto names = names_before(draft, *at);
  if (names.empty()) return false;
  Operation& taker = draft.operations[*at].operation;
  const bool is_call = taker.kind == OperationKind::call;
  const std::uint64_t way = random.below(4);
  if (way == 0 && taker.args.size() < most_arguments) {
    taker.args.push_back(pick_name(names, random));
  } else if (way == 1 && is_call && !taker.args.empty()) {
    drop_argument(taker, random.below(taker.args.size()));
  } else if (!taker.args.empty()) {
    taker.args[random.below(taker.args.size())] = pick_name(names, random);
  } else {
    return false;
  }
  return true;
}

}  // namespace rematfuzz::fuzz
