#include "sim/blame/blame.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "sim/blame/trials.h"

namespace rematfuzz {

namespace {

using StorageSet = std::vector<StorageId>;

class Search {
 public:
  Search(const BlameQuestion& question, const BlameBounds& bounds, const ForEach& for_each)
      : question_(question), bounds_(bounds), for_each_(for_each) {}

  Blame find() {
    run_control();
    std::vector<Trial> trials = try_singles();
    std::vector<StorageSet> sets;
    for (const Trial& trial : trials)
      if (trial.turned) sets.push_back({trial.storage});
    if (sets.empty() && bounds_.largest_set > 1 && blame_.singles_tried == blame_.singles)
      sets = try_pairs(std::move(trials));
    for (const StorageSet& set : sets) blame_.causes.push_back(confirm(set));
    std::ranges::sort(blame_.causes, {}, [](const Cause& cause) {
      const StorageId first = cause.culprits.front().storage;
      return std::tuple(cause.run.clock, first, cause.culprits.back().storage);
    });
    return std::move(blame_);
  }

 private:
  RunOptions retaining(const StorageSet& set, Nanos remat_limit) const {
    RunOptions options = question_.options;
    options.on_step = {};
    options.simulator.remat_limit = remat_limit;
    std::ranges::copy(set, std::back_inserter(options.simulator.retained));
    return options;
  }

  Witness witness(const StorageSet& set, Nanos remat_limit) const {
    return witness_run(question_.trace, question_.runtime, question_.policy_name, question_.policy,
                       retaining(set, remat_limit));
  }

  bool is_better(const RunResult& run) const {
    return run.result == Outcome::pass &&
           (!question_.target ||
            overhead_of(question_.baseline, run.clock) <= question_.target.value());
  }

  void run_control() {
    blame_.control = witness({}, question_.options.simulator.remat_limit);
    if (blame_.control.result != question_.plain)
      throw std::logic_error("a run that retains nothing differs from the plain run");
  }

  // Most often evicted first, then by id: where evicting does harm, doing without it pays most.
  StorageSet candidates() const {
    std::vector<std::uint64_t> times(question_.trace.storages.size(), 0);
    for (const ChosenEviction& eviction : blame_.control.chosen) ++times[eviction.storage];
    StorageSet storages;
    for (StorageId storage = 0; storage < times.size(); ++storage)
      if (times[storage] > 0) storages.push_back(storage);
    std::ranges::sort(storages, [&](StorageId a, StorageId b) {
      return std::tie(times[b], a) < std::tie(times[a], b);
    });
    return storages;
  }

  std::vector<Trial> try_singles() {
    const StorageSet storages = candidates();
    blame_.singles = storages.size();
    blame_.singles_tried = std::min<std::uint64_t>(storages.size(), bounds_.most_runs);
    std::vector<Trial> trials(blame_.singles_tried);
    for_each_(trials.size(), [&](std::size_t i) {
      const Witness run = witness({storages[i]}, question_.remat_limit);
      trials[i] =
          make_trial(storages[i], is_better(run.result), run, question_.trace.storages.size());
    });
    return trials;
  }

  // The pairs that make the run better.
  std::vector<StorageSet> try_pairs(std::vector<Trial> trials) {
    sort_by_reach(trials);
    const PairPlan plan = plan_pairs(trials, bounds_.most_runs - blame_.singles_tried);
    blame_.pairs = plan.possible;
    blame_.pairs_tried = plan.first.size();
    std::vector<std::uint8_t> turned(plan.first.size(), 0);
    for_each_(plan.first.size(), [&](std::size_t i) {
      const auto [a, b] = plan.first[i];
      turned[i] = is_better(witness({a, b}, question_.remat_limit).result) ? 1 : 0;
    });
    std::vector<StorageSet> sets;
    for (std::size_t i = 0; i < turned.size(); ++i)
      if (turned[i] != 0) sets.push_back({plan.first[i].first, plan.first[i].second});
    return sets;
  }

  // A run that does not go through the search's own code.
  Cause confirm(const StorageSet& set) const {
    Cause cause;
    cause.run = run_trace(question_.trace, question_.runtime, question_.policy_name,
                          question_.policy, retaining(set, question_.remat_limit));
    if (!is_better(cause.run)) throw std::logic_error("a cause is not confirmed by a plain run");
    for (const StorageId storage : set) cause.culprits.push_back(culprit(storage, set));
    return cause;
  }

  Culprit culprit(StorageId storage, const StorageSet& set) const {
    Culprit made{.storage = storage, .prevented = {}, .times = 0, .retaining = no_id};
    note_evictions(blame_.control, made);
    for (const StorageId other : set) {
      if (made.times > 0 || other == storage) continue;
      made.retaining = other;
      note_evictions(witness({other}, question_.remat_limit), made);
    }
    return made;
  }

  static void note_evictions(const Witness& run, Culprit& culprit) {
    for (const ChosenEviction& eviction : run.chosen) {
      if (eviction.storage != culprit.storage) continue;
      if (culprit.times++ == 0) culprit.prevented = eviction;
    }
  }

  const BlameQuestion& question_;
  const BlameBounds& bounds_;
  const ForEach& for_each_;
  Blame blame_;
};

}  // namespace

Blame find_blame(const BlameQuestion& question, const BlameBounds& bounds,
                 const ForEach& for_each) {
  return Search(question, bounds, for_each).find();
}

}  // namespace rematfuzz
