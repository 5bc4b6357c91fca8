#include "fuzz/program/draft.h"

#include <algorithm>
#include <utility>

#include "fuzz/program/scope.h"
#include "sim/base/types.h"

namespace rematfuzz::fuzz {

namespace {

class Finisher {
 public:
  Finisher(Draft& draft, std::size_t most_operators)
      : draft_(draft), most_operators_(most_operators), number_(draft.next_name, no_id) {}

  Program run() {
    program_.operations.reserve(draft_.operations.size());
    for (DraftOperation& drafted : draft_.operations) {
      if (program_.operations.size() == most_operations) break;
      take(drafted);
    }
    if (operators_ == 0) program_.operations.push_back(source_operation(1, 1));
    program_.features = draft_.features | used_features(program_);
    return std::move(program_);
  }

 private:
  void take(DraftOperation& drafted) {
    Operation& made = drafted.operation;
    const NameNumber bound = made.binds();  // for the draft; what passes a limit binds less
    if (made.is_operator() && operators_ == most_operators_) return;
    if (!number_arguments(made)) return;
    limit_numbers(made);
    if (!scope_.allows(made)) return;
    for (NameNumber i = 0; i < made.binds() && i < bound; ++i)
      number_[drafted.first_name + i] = scope_.names() + i;
    scope_.take(made);
    if (made.is_operator()) ++operators_;
    program_.operations.push_back(std::move(made));
  }

  // From the draft's names to the program's. False: without what is missing there is no operation.
  bool number_arguments(Operation& made) {
    if (made.kind == OperationKind::release) {
      made.args[0] = number_[made.args[0]];
      return made.args[0] != no_id;
    }
    if (made.kind == OperationKind::copy_from) made.args[0] = number_[made.args[0]];
    std::size_t at = made.kind == OperationKind::copy_from ? 1 : 0;
    while (at < made.args.size()) {
      const NameNumber nearest = nearest_usable(made.args[at]);
      if (nearest != no_id) {
        made.args[at++] = nearest;
      } else if (made.kind == OperationKind::call) {
        made.args.clear();  // nothing is usable: there is none for the others, either
        for (ProgramOutput& output : made.outputs) output.alias = -1;
      } else {
        return false;
      }
    }
    return true;
  }

  NameNumber nearest_usable(NameNumber name) const {
    const auto is_there = [&](NameNumber candidate) {
      return number_[candidate] != no_id && scope_.usable(number_[candidate]);
    };
    for (NameNumber below = name + 1; below-- > 0;)
      if (is_there(below)) return number_[below];
    for (NameNumber above = name + 1; above < number_.size(); ++above)
      if (is_there(above)) return number_[above];
    return no_id;
  }

  static void limit_numbers(Operation& made) {
    made.cost = std::clamp<Nanos>(made.cost, 0, largest_number);
    if (made.args.size() > most_arguments) made.args.resize(most_arguments);
    if (made.outputs.size() > most_outputs) made.outputs.resize(most_outputs);
    if (made.mutated.size() > most_outputs) made.mutated.resize(most_outputs);
    std::erase_if(made.mutated, [&](std::uint32_t index) { return index >= made.args.size(); });
    for (ProgramOutput& output : made.outputs) {
      if (output.alias >= static_cast<std::int32_t>(made.args.size())) output.alias = -1;
      output.size = output.alias >= 0 ? 0 : std::clamp<Bytes>(output.size, 0, largest_number);
    }
  }

  Draft& draft_;
  std::size_t most_operators_;
  std::size_t operators_ = 0;
  std::vector<NameNumber> number_;  // by the draft's name; no_id: not bound so far
  Scope scope_;
  Program program_;
};

}  // namespace

Draft draft_of(Program program) {
  Draft draft;
  draft.features = program.features;
  draft.operations.reserve(program.operations.size());
  for (Operation& operation : program.operations)
    draft.operations.push_back(draft.make(std::move(operation)));
  return draft;
}

Program finish(Draft draft, std::size_t most_operators) {
  return Finisher(draft, most_operators).run();
}

}  // namespace rematfuzz::fuzz
