#include "fuzz/mutate/crossover.h"

#include <algorithm>
#include <utility>

#include "fuzz/mutate/pick.h"
#include "fuzz/program/draft.h"

namespace rematfuzz::fuzz {

namespace {

// `b` from `first` on, behind the first `kept` operations of `a`. With `apart` the names of the two
// have nothing to do with each other; else the end of `b` takes what is nearest of `a`.
Draft joined(const Draft& a, std::size_t kept, const Draft& b, std::size_t first, bool apart) {
  Draft draft = a;
  draft.features = a.features | b.features;
  draft.operations.resize(kept);
  // The names that `b` binds here are new ones.
  const NameNumber shift = a.next_name;
  draft.next_name = shift + b.next_name;
  for (std::size_t i = first; i < b.operations.size(); ++i) {
    DraftOperation drafted = b.operations[i];
    const NameNumber own = b.operations[first].first_name;
    for (NameNumber& arg : drafted.operation.args)
      if (apart || arg >= own) arg += shift;
    drafted.first_name += shift;
    draft.operations.push_back(std::move(drafted));
  }
  return draft;
}

void take_numbers(Draft& a, Draft b, Random& random) {
  const Numbers which = one_in(random, 2) ? Numbers::sizes : Numbers::costs;
  const auto source = numbers_of(b, which, 0, b.operations.size());
  const auto target = numbers_of(a, which, 0, a.operations.size());
  for (std::size_t i = 0; i < std::min(source.size(), target.size()); ++i) *target[i] = *source[i];
}

}  // namespace

Program cross_programs(Program a, Program b, Random& random, std::size_t most_operators) {
  Draft first = draft_of(std::move(a));
  const Draft second = draft_of(std::move(b));
  switch (random.below(4)) {
    case 0:
      take_numbers(first, second, random);
      return finish(std::move(first), most_operators);
    case 1:
    case 2:
      return finish(joined(first, first.operations.size(), second, 0, true), most_operators);
    default:
      return finish(joined(first, 1 + random.below(first.operations.size()), second,
                           random.below(second.operations.size()), false),
                    most_operators);
  }
}

}  // namespace rematfuzz::fuzz
