// What a policy can see when it is asked for a victim.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/random.h"
#include "sim/base/types.h"
#include "sim/policy/shortlist.h"
#include "sim/state/position.h"
#include "sim/state/state.h"
#include "sim/state/walker.h"

namespace rematfuzz {

class PolicyView {
 public:
  // Memory that looking needs; one for all views of a thread.
  struct Scratch {
    explicit Scratch(std::size_t storages = 0) { restart(storages); }
    // Makes room for another trace.
    void restart(std::size_t storages) {
      walker.fit(storages);
      sums.walk.restart(storages);
      members.fit(storages);
    }
    Walker walker;
    RegionSums::Scratch sums;
    ScratchSet members;
    WordSet unused;
    std::vector<Classes::Node> roots;
    std::vector<BoundedCandidate> bounded;
  };

  // Goes by one column of the state's access times.
  PolicyView(const Trace& trace, const Position& position, State& state, Scratch& scratch,
             std::size_t column = 0, Shortlist* shortlist = nullptr)
      : trace_(trace),
        position_(position),
        state_(state),
        scratch_(scratch),
        accesses_of_(state.accesses.column(column)),
        shortlist_(shortlist) {}

  // The candidates, oldest first: storages, with holes (no_id) between them to be skipped.
  std::span<const StorageId> slots() const { return state_.pool.slots(); }
  std::size_t candidates() const { return state_.pool.size(); }
  // The same by id, as a bitset, and the place of one in the order.
  std::span<const std::uint64_t> candidate_words() const { return state_.pool.words(); }
  std::uint32_t place(StorageId storage) const { return state_.pool.place(storage); }
  bool is_candidate(StorageId storage) const { return state_.pool.contains(storage); }

  Bytes size(StorageId storage) const { return trace_.storages[storage].size; }
  // What producing the storage's tensors cost: the sum over the distinct calls.
  Nanos compute(StorageId storage) const { return position_.compute(storage); }
  // Only differences to other times and to the clock mean anything; 0: never. REQUIRES: the policy
  // says that it reads it (Policy::reads_accesses()).
  Nanos last_access(StorageId storage) const { return accesses_of_[storage]; }
  Nanos staleness(StorageId storage) const { return accesses_of_.staleness(storage, state_.clock); }
  // The same, going by the oldest access in any column that shares the state.
  Nanos most_staleness(StorageId storage) const {
    return staleness_since(state_.accesses.oldest(storage));
  }
  Nanos staleness_since(Nanos access) const { return state_.clock - access; }

  // The sums of the maintained regions. REQUIRES: the policy needs Structure::regions.
  Nanos forward_sum(StorageId storage) { return sum(Direction::forward, storage); }
  Nanos reverse_sum(StorageId storage) { return sum(Direction::reverse, storage); }

  // Whether sums are computed when they are read. Then a policy that looks at bounds first is
  // faster; they are at most the sums.
  bool sums_are_lazy() const { return state_.sums.maintained(); }
  Nanos forward_bound(StorageId storage) const {
    return state_.sums.lower_bound(Direction::forward, storage);
  }
  Nanos reverse_bound(StorageId storage) const {
    return state_.sums.lower_bound(Direction::reverse, storage);
  }
  std::vector<BoundedCandidate>& bounded_candidates() { return scratch_.bounded; }
  // The candidates of choices like this one: see Shortlist. nullptr: none are kept.
  Shortlist* shortlist() { return shortlist_; }

  // The sum of the values of the distinct classes among the storage's neighbours that are not
  // material. REQUIRES: the policy needs Structure::classes.
  Nanos class_sum(StorageId storage);

  // The evicted neighbourhood, walked anew: storages reached going only over children, and those
  // reached going only over parents, each once.
  struct Neighborhood {
    Nanos compute = 0;
    Nanos latest_access = 0;  // 0 where none was accessed
  };
  Neighborhood neighborhood(StorageId storage);

  // For randomized policies: part of the run's state, seeded with it.
  Random& random() { return state_.random; }

  // Evaluations: every policy counts each storage it looked at.
  void count_evaluation() { ++evaluations_; }
  void count_evaluations(std::uint64_t count) { evaluations_ += count; }
  std::uint64_t evaluations() const { return evaluations_; }
  // Neighbours that class_sum() and neighborhood() looked at.
  std::uint64_t accesses() const { return accesses_; }

 private:
  Nanos sum(Direction direction, StorageId storage) {
    if (!state_.sums.maintained()) return state_.regions.sum(direction, storage);
    return state_.sums.sum({trace_, position_, state_.material, state_.pinned}, direction, storage,
                           scratch_.sums);
  }
  void walk(StorageId storage, Direction direction);

  const Trace& trace_;
  const Position& position_;
  State& state_;
  Scratch& scratch_;
  Accesses::Column accesses_of_;
  Shortlist* shortlist_;
  std::uint64_t evaluations_ = 0;
  std::uint64_t accesses_ = 0;
};

}  // namespace rematfuzz
