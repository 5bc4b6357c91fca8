#include "sim/anatomy/mechanism.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "sim/anatomy/memory_split.h"
#include "sim/anatomy/pressure.h"
#include "sim/policy/view.h"
#include "sim/run/simulator.h"

namespace rematfuzz {

namespace {

using Victims = std::array<StorageId, 2>;  // of the worse run, and of the better one

// A victim as a run's policy sees it.
struct Rival {
  bool scored = false;
  double score = 0;
  Nanos compute = 0;
  Nanos sums = 0;  // over its evicted neighbourhood
};

using Rivals = std::array<Rival, 2>;  // both victims

Nanos sums_of(const Policy& policy, PolicyView& view, StorageId storage) {
  Nanos sum = 0;
  switch (policy.structure()) {
    case Structure::none:
      if (policy.reads_accesses() == AccessUse::neighborhood)
        sum = view.neighborhood(storage).compute;
      break;
    case Structure::regions:
      if (policy.reads_sum(Direction::forward)) sum += view.forward_sum(storage);
      if (policy.reads_sum(Direction::reverse)) sum += view.reverse_sum(storage);
      break;
    case Structure::classes:
      sum = view.class_sum(storage);
      break;
  }
  return sum;
}

Rival rival_of(const Policy& policy, PolicyView& view, StorageId storage) {
  const std::optional<double> score = policy.score(view, storage);
  return {.scored = score.has_value(),
          .score = score.value_or(0),
          .compute = view.compute(storage),
          .sums = sums_of(policy, view, storage)};
}

struct DecisiveMoment {
  std::size_t step = 0;
  std::size_t depth = 0;
  bool fully_pinned = false;
};

// A run that stops wherever its budget refuses a call. A copy goes on on its own.
class PausedRun {
 public:
  PausedRun(const Subject& subject, const RunOptions& options, Bytes budget)
      : subject_(subject), budget_(budget), run_{State(), Tally()} {
    SimulatorOptions simulator = options.simulator;
    if (simulator.sums == SumSource::counted) simulator.sums = SumSource::sums;
    simulator_.restart(subject.trace, subject.runtime, subject.policy, simulator);
    simulator_.start(run_.state, options.seed);
  }
  void set_budget(Bytes budget) { budget_ = budget; }

  // Goes on until a call does not fit, unless it stands there; false: the run is over.
  bool to_refusal() {
    while (to_ready()) {
      if (!simulator_.fits(run_, budget_)) return true;
      simulator_.compute(run_);
      stage_ = simulator_.exceeds_limit(run_.tally) ? Stage::over : Stage::in_step;
    }
    return false;
  }
  // Likewise; false, too, where nothing is left to evict.
  bool to_choice() { return to_refusal() && !run_.state.pool.empty(); }

  // REQUIRES: the run stands at a refusal.
  Bytes request() const { return simulator_.request(run_.state); }

  // REQUIRES, and so for all below: the run stands at a choice. It is made once, and then its
  // victim evicted: made again, it might draw another.
  StorageId choose() { return simulator_.choose(run_); }
  void evict(StorageId victim) { simulator_.evict_victim(run_, victim); }

  bool offers(const Victims& victims) const {
    const Pool& pool = run_.state.pool;
    return pool.contains(victims[0]) && pool.contains(victims[1]);
  }
  // REQUIRES: offers(victims); choose() was called.
  Rivals look_at(const Victims& victims) const { return look(run_.state, victims); }
  // The same, had this run the times of another one.
  Rivals look_at(const Victims& victims, const PausedRun& times_of) const {
    State state = run_.state;
    state.clock = times_of.run_.state.clock;
    state.accesses = times_of.run_.state.accesses;
    return look(std::move(state), victims);
  }

  // REQUIRES: the run is over, or fails where it stands.
  DecisiveMoment decisive_moment() const {
    return stage_ == Stage::ready ? moment() : most_pinned_;
  }

 private:
  enum class Stage : std::uint8_t { between_steps, in_step, ready, over };

  // Goes on until a call is ready, unless one is; false: the run is over.
  bool to_ready() {
    while (stage_ == Stage::in_step || (stage_ == Stage::between_steps && !simulator_.at_end())) {
      if (stage_ == Stage::between_steps) {
        simulator_.begin_step();
        simulator_.enter_step(run_);
        stage_ = Stage::in_step;
      }
      if (simulator_.advance(run_)) {
        stage_ = Stage::ready;
        if (pressure_.sample({subject_, simulator_, run_, budget_})) most_pinned_ = moment();
      } else {
        simulator_.leave_step(run_);
        simulator_.end_step();
        stage_ = Stage::between_steps;
      }
    }
    return stage_ == Stage::ready;
  }

  // REQUIRES: a call is ready.
  DecisiveMoment moment() const {
    const MemorySplit split = split_memory(subject_.trace, run_.state);
    return {.step = simulator_.step(),
            .depth = run_.state.frames.size(),
            .fully_pinned = split.in_use() == split.not_evictable()};
  }

  // In a copy of the state, for looking can change it.
  Rivals look(State state, const Victims& victims) const {
    PolicyView::Scratch scratch(subject_.trace.storages.size());
    PolicyView view(subject_.trace, simulator_.position(), state, scratch);
    return {rival_of(subject_.policy, view, victims[0]),
            rival_of(subject_.policy, view, victims[1])};
  }

  const Subject& subject_;
  Bytes budget_;
  Simulator simulator_;
  Progress run_;
  Stage stage_ = Stage::between_steps;
  Pressure pressure_;
  DecisiveMoment most_pinned_;
};

bool ties(const Rivals& rivals) { return rivals[0].score == rivals[1].score; }

double ratio(const Rivals& rivals) { return rivals[0].score / rivals[1].score; }

TurnsOn compare_costs(const Rivals& worse, const Rivals& better) {
  Nanos compute = 0;
  Nanos sums = 0;
  for (std::size_t victim = 0; victim < 2; ++victim) {
    compute += std::abs(worse[victim].compute - better[victim].compute);
    sums += std::abs(worse[victim].sums - better[victim].sums);
  }
  return compute > sums ? TurnsOn::compute : TurnsOn::neighborhood;
}

// REQUIRES: the runs stand at a choice, and have chosen different victims.
TurnsOn compare_choices(const PausedRun& worse_run, const PausedRun& better_run,
                        const Victims& victims) {
  if (!worse_run.offers(victims) || !better_run.offers(victims)) return TurnsOn::candidates;
  const Rivals worse = worse_run.look_at(victims);
  const Rivals better = better_run.look_at(victims);
  if (!worse[0].scored) return TurnsOn::order;
  if (worse[0].score == 0 || better[1].score == 0) return TurnsOn::zero_cost;
  if (ties(worse) || ties(better)) return TurnsOn::tie;
  // mixed / worse is the times' factor, better / mixed the costs'. With a score that the times make
  // infinite, nothing is less here.
  const double mixed = ratio(worse_run.look_at(victims, better_run));
  const bool costs_do_more = mixed * mixed < ratio(worse) * ratio(better);
  return costs_do_more ? compare_costs(worse, better) : TurnsOn::staleness;
}

// Goes on to the first choice that differs, or to where a run makes none.
TurnsOn find_turn(PausedRun& worse, PausedRun& better) {
  while (worse.to_choice() && better.to_choice()) {
    const Victims victims{worse.choose(), better.choose()};
    TurnsOn turns_on = TurnsOn::nothing;
    if (victims[0] != victims[1]) turns_on = compare_choices(worse, better, victims);
    worse.evict(victims[0]);
    if (turns_on != TurnsOn::nothing) return turns_on;
    better.evict(victims[1]);
  }
  return TurnsOn::nothing;
}

}  // namespace

std::string text(const Mechanism& mechanism) {
  return fmt::format("{}/{}/{}/{}", name_of(mechanism.place),
                     mechanism.fully_pinned ? "pinned" : "unpinned", name_of(mechanism.nesting),
                     name_of(mechanism.turns_on));
}

Mechanism find_mechanism(const Subject& subject, const RunOptions& options, Bytes worse,
                         Bytes better) {
  require_supported(subject.runtime, subject.policy_name, subject.policy);
  const Bytes larger = std::max(worse, better);
  PausedRun run(subject, options, std::min(worse, better));
  // Up to a request that only the larger budget grants, the two are one run.
  while (run.to_choice() && run.request() > larger) run.evict(run.choose());
  TurnsOn turns_on = TurnsOn::nothing;
  if (run.to_refusal() && run.request() <= larger) {
    PausedRun better_run = run;
    better_run.set_budget(better);
    run.set_budget(worse);
    turns_on = find_turn(run, better_run);
  }
  while (run.to_choice()) run.evict(run.choose());
  const DecisiveMoment moment = run.decisive_moment();
  const bool at_output = moment.step >= subject.trace.output_step;
  return {.place = at_output ? Place::output_condition : Place::program,
          .fully_pinned = moment.fully_pinned,
          .nesting = nesting_of(moment.depth),
          .turns_on = turns_on};
}

}  // namespace rematfuzz
