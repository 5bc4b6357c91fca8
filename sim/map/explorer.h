// All budgets at once: every regime of a range of budgets in one pass over the program.
//
// Runs at neighbouring budgets are the same until a comparison with the budget answers them
// differently; then they part over a few bytes, evict differently, and soon stand in equal states
// again. An Explorer moves all of them through the program together: one state for all runs that
// are equal (a Bundle), split where a comparison parts its budgets or where its columns choose
// different victims, joined where states have become equal but for access times.
//
// Why it is exact: the state decides how a run goes on (Simulator), budgets enter in one comparison
// only, and what is left out when states are compared is read by nothing: absolute clocks (only
// differences to access times are read), and access times that are set before they are read.
// A test holds maps against single runs at every budget, for every policy and runtime.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/map/bundle.h"
#include "sim/map/regime.h"
#include "sim/map/worklist.h"
#include "sim/policy/policy.h"
#include "sim/run/runtime.h"
#include "sim/run/simulator.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

struct ExplorerOptions {
  BudgetRange range;
  // `sums`, `columns` and `first_clock` are the explorer's own to choose.
  SimulatorOptions simulator = {};
  std::uint64_t seed = 0;    // for randomized policies
  bool count_drift = false;  // else Regime::drift_decisions stays 0
  // Bytes that states may take, about; 0: no limit. Past it, the lower part of the budgets is given
  // up: see take_given_up().
  std::size_t memory_limit = 0;
  // Computations of bundles and choices of columns, before TooMuchWork is thrown (after which only
  // restart() is of use); 0: no limit.
  std::uint64_t work_limit = 0;
  // Ascending. If there are any, only the regimes that contain one of these budgets are explored.
  std::vector<Bytes> wanted = {};
};

// That a map would take more work than ExplorerOptions allows.
class TooMuchWork : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ExplorerStats {
  std::uint64_t computations = 0;  // of bundles
  std::uint64_t choices = 0;       // of columns
  std::uint64_t splits = 0;
  std::uint64_t joins = 0;
  std::size_t most_bundles = 0;  // at once
  std::size_t most_columns = 0;
  std::size_t most_bytes = 0;  // taken by them, about

  void add(const ExplorerStats& other);
};

class Explorer {
 public:
  // Referenced objects must outlive it. REQUIRES: require_supported(), policy.has_regimes(), a
  // range that is not empty.
  Explorer(const Trace& trace, const Runtime& runtime, const Policy& policy,
           const ExplorerOptions& options) {
    restart(trace, runtime, policy, options);
  }
  // Of no trace: for restart() alone.
  Explorer() = default;
  // As if made anew, but for memory, which is kept: where one Explorer makes many maps of small
  // traces, hardly any is asked for (a third of a map's time otherwise).
  void restart(const Trace& trace, const Runtime& runtime, const Policy& policy,
               const ExplorerOptions& options);

  bool done() const { return alive_.empty() || simulator_.at_end(); }
  // Takes the next step of the program in all runs. Throws InputError if a clock would pass
  // 2^62 ns, and TooMuchWork. REQUIRES: !done().
  void step();
  std::size_t steps_done() const { return simulator_.step(); }

  // The regimes in budget order: those of the whole range once done(), before that those that have
  // ended. To be called once, as the last.
  std::vector<Regime> take_regimes();

  // Takes all steps that are left, and then the regimes.
  std::vector<Regime> finish() {
    while (!done()) step();
    return take_regimes();
  }

  // Hands over the upper part of the budgets, about half of the work, to be explored apart (by
  // another thread). Nothing: there is only one regime so far. REQUIRES: between steps.
  std::optional<Explorer> split();
  // Gives up the lower part of the budgets, about half of what is alive, unless there is only one
  // regime so far.
  void give_up_lower();
  // The budgets given up since the last call, to be explored from the start by somebody else.
  std::vector<BudgetRange> take_given_up() { return std::exchange(given_up_, {}); }
  // Drops the lower part of the budgets if there are more regimes than that.
  void keep_uppermost(std::size_t count);

  const BudgetRange& range() const { return range_; }
  std::size_t bundles() const { return alive_.size(); }
  // Regimes so far: they only become more.
  std::size_t regimes() const;
  // About how much memory the states take.
  std::size_t bytes() const;
  const ExplorerStats& stats() const { return stats_; }

 private:
  using Owner = std::unique_ptr<Bundle>;

  // Takes over what stands at budgets from `cut` up.
  Explorer(Explorer& lower, Bytes cut);

  void take_call_step();
  void take_release_step();
  void run_on(Owner bundle);
  void take_bucket();
  void decide(Owner bundle);
  bool keep_wanted(Bundle& bundle);
  void evict(Owner bundle);
  bool compute(Bundle& bundle);
  bool drop_thrashing(Bundle& bundle, Nanos model);
  void merge();
  using Alike = std::pair<std::uint64_t, std::size_t>;  // hash of a state, place in alive_
  bool merge_alike(std::span<Alike> alike);
  bool try_join(Bundle& into, Owner& from);

  void end_run(const Bundle& bundle, const Member& member, Outcome outcome, Nanos model);
  void end_all(Owner bundle, Outcome outcome);

  Owner make_spare();
  void recycle(Owner bundle) { spare_.push_back(std::move(bundle)); }
  // Calls visit(const Bundle&) for all that are under way.
  template <class Visit>
  void for_each_bundle(Visit visit) const;
  std::optional<Bytes> middle_cut() const;
  void drop_budgets_below(Bytes cut);
  std::size_t note_size();
  void watch_size();

  const Policy* policy_ = nullptr;
  Simulator simulator_;
  BudgetRange range_;
  Nanos remat_limit_ = 0;
  bool count_drift_ = false;
  std::size_t memory_limit_ = 0;
  std::uint64_t work_limit_ = 0;
  std::vector<Bytes> wanted_;
  Nanos model_done_ = 0;  // of the steps done
  bool in_call_ = false;
  bool merge_is_due_ = false;  // before the next step that computes

  std::vector<Owner> alive_;     // between steps
  Worklist worklist_;            // within a step: waiting for a decision
  std::vector<Owner> finished_;  // within a step: done with it
  std::vector<Owner> spare_;     // bundles to be filled anew: their memory is worth keeping
  std::vector<Owner> bucket_;
  std::vector<Alike> order_;
  std::vector<StorageId> victims_;  // by column
  std::vector<std::size_t> alike_;  // columns
  BundleScratch scratch_;

  std::uint32_t decisions_ = 0;  // since the last look at the size
  std::vector<BudgetRange> given_up_;
  std::vector<Regime> regimes_;  // ended
  // The largest memory + need that fitted at the lowest budget: where its regime really begins.
  Bytes lowest_peak_ = 0;
  ExplorerStats stats_;
};

}  // namespace rematfuzz
