#include "sim/map/explorer.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "sim/base/check.h"
#include "sim/base/fault.h"

namespace rematfuzz {

namespace {

// Late enough that an access time stays positive when it is moved to another run's clock.
constexpr Nanos first_clock = longest_run - 1;

SimulatorOptions simulator_options(const Policy& policy, SimulatorOptions options) {
  options.remat_limit = std::numeric_limits<Nanos>::max();  // runs of a bundle differ in it
  options.sums = SumSource::sums;
  options.columns = policy.reads_accesses() == AccessUse::none ? 0 : 1;
  options.first_clock = first_clock;
  return options;
}

// How many decisions are taken between two looks at the size of what is alive.
constexpr std::uint32_t decisions_a_look = 256;

}  // namespace

void ExplorerStats::add(const ExplorerStats& other) {
  computations += other.computations;
  choices += other.choices;
  splits += other.splits;
  joins += other.joins;
  most_bundles = std::max(most_bundles, other.most_bundles);
  most_columns = std::max(most_columns, other.most_columns);
  most_bytes = std::max(most_bytes, other.most_bytes);
}

void Explorer::restart(const Trace& trace, const Runtime& runtime, const Policy& policy,
                       const ExplorerOptions& options) {
  REMATFUZZ_CHECK(!options.range.empty());
  policy_ = &policy;
  simulator_.restart(trace, runtime, policy, simulator_options(policy, options.simulator));
  range_ = options.range;
  remat_limit_ = options.simulator.remat_limit;
  count_drift_ = options.count_drift;
  memory_limit_ = options.memory_limit;
  work_limit_ = options.work_limit;
  wanted_ = options.wanted;
  model_done_ = 0;
  in_call_ = merge_is_due_ = false;
  for (std::vector<Owner>* bundles : {&alive_, &finished_, &bucket_}) {
    for (Owner& bundle : *bundles)
      if (bundle) recycle(std::move(bundle));  // none: an exception came in between
    bundles->clear();
  }
  while (!worklist_.empty()) recycle(worklist_.pop());
  given_up_.clear();
  regimes_.clear();
  lowest_peak_ = 0;
  stats_ = {};
  alive_.push_back(make_spare());
  alive_.back()->start(simulator_, options.seed,
                       {.lo = range_.from, .hi = range_.to, .clock = 1 - first_clock});
}

Explorer::Explorer(Explorer& lower, Bytes cut)
    : policy_(lower.policy_),
      simulator_(lower.simulator_),
      range_{.from = cut, .to = lower.range_.to},
      remat_limit_(lower.remat_limit_),
      count_drift_(lower.count_drift_),
      memory_limit_(lower.memory_limit_),
      work_limit_(lower.work_limit_),
      wanted_(lower.wanted_),
      model_done_(lower.model_done_),
      merge_is_due_(lower.merge_is_due_),
      // A regime begins at the cut.
      lowest_peak_(cut) {
  std::vector<Owner> kept;
  for (Owner& bundle : lower.alive_) {
    if (bundle->lowest() >= cut) {
      alive_.push_back(std::move(bundle));
      continue;
    }
    if (bundle->end() > cut) {
      alive_.push_back(lower.make_spare());
      split_above(*bundle, cut, *alive_.back(), scratch_);
    }
    kept.push_back(std::move(bundle));
  }
  lower.alive_ = std::move(kept);
  lower.range_.to = cut;
  const auto theirs = std::ranges::partition(
      lower.regimes_, [cut](const Regime& regime) { return regime.lo < cut; });
  if (!planted(Fault::splits_lose_a_regime)) regimes_.assign(theirs.begin(), theirs.end());
  lower.regimes_.erase(theirs.begin(), theirs.end());
}

void Explorer::step() {
  simulator_.begin_step();
  switch (simulator_.current_step().kind) {
    case StepKind::get:
      break;
    case StepKind::release:
      take_release_step();
      break;
    case StepKind::call:
    case StepKind::pin:
      take_call_step();
      break;
  }
  simulator_.end_step();
}

void Explorer::take_release_step() {
  if (!simulator_.releases_last_reference()) return;
  for (const Owner& bundle : alive_) simulator_.enter_step(bundle->run);
  merge_is_due_ = true;
}

void Explorer::take_call_step() {
  const Step step = simulator_.current_step();
  in_call_ = step.kind == StepKind::call;
  if (merge_is_due_) merge();
  for (Owner& bundle : alive_) {
    simulator_.enter_step(bundle->run);
    run_on(std::move(bundle));
  }
  alive_.clear();
  while (!worklist_.empty()) {
    take_bucket();
    if (++decisions_ >= decisions_a_look) watch_size();
  }
  std::swap(alive_, finished_);
  if (in_call_) model_done_ += simulator_.trace().calls[step.index].cost;
  in_call_ = false;
  merge_is_due_ = true;
  stats_.most_bundles = std::max(stats_.most_bundles, alive_.size());
  if (memory_limit_ > 0 && decisions_ > 0) watch_size();
}

// Goes on for as long as all budgets get the same answer.
void Explorer::run_on(Owner bundle) {
  while (simulator_.advance(bundle->run)) {
    if (simulator_.request(bundle->run.state) > bundle->lowest())
      return worklist_.push(std::move(bundle));
    if (!compute(*bundle)) return recycle(std::move(bundle));
  }
  // At once, while the state is in the cache.
  simulator_.leave_step(bundle->run);
  finished_.push_back(std::move(bundle));
}

// All that wait at one place with the same memory: equal ones become one, then each decides.
void Explorer::take_bucket() {
  bucket_.clear();
  bucket_.push_back(worklist_.pop());
  while (worklist_.more_like(*bucket_.front())) {
    Owner next = worklist_.pop();
    const auto joined =
        std::ranges::any_of(bucket_, [&](const Owner& other) { return try_join(*other, next); });
    if (!joined) bucket_.push_back(std::move(next));
  }
  for (Owner& bundle : bucket_) decide(std::move(bundle));
}

bool Explorer::try_join(Bundle& into, Owner& from) {
  if (!same_but_for_time(into.run.state, from->run.state)) return false;
  // What a randomized policy draws is part of the state, not of a column.
  if (!join(into, *from, !policy_->randomized(), scratch_)) return false;
  ++stats_.joins;
  recycle(std::move(from));
  return true;
}

void Explorer::decide(Owner bundle) {
  const Bytes request = simulator_.request(bundle->run.state);
  if (request <= bundle->lowest()) {
    if (!compute(*bundle)) return recycle(std::move(bundle));
    return run_on(std::move(bundle));
  }
  if (request < bundle->end()) {
    Owner upper = make_spare();
    split_above(*bundle, request, *upper, scratch_);
    ++stats_.splits;
    if (keep_wanted(*upper) && compute(*upper))
      run_on(std::move(upper));
    else
      recycle(std::move(upper));
    if (!keep_wanted(*bundle)) return recycle(std::move(bundle));
  }
  if (bundle->run.state.pool.empty()) return end_all(std::move(bundle), Outcome::oom);
  evict(std::move(bundle));
}

// False: none of the bundle's budgets is wanted.
bool Explorer::keep_wanted(Bundle& bundle) {
  if (wanted_.empty()) return true;
  const auto unwanted = [&](const Member& member) {
    const auto next = std::ranges::lower_bound(wanted_, member.lo);
    return next == wanted_.end() ||
           !BudgetRange{.from = member.lo, .to = member.hi}.contains(*next);
  };
  return bundle.drop_members(unwanted, scratch_);
}

// Each column has its own victim; columns with the same one stay together.
void Explorer::evict(Owner bundle) {
  if (count_drift_ && simulator_.choice_drifts(bundle->run.state))
    ++bundle->run.tally.drift_decisions;
  victims_.clear();
  for (std::size_t c = 0; c < bundle->columns; ++c)
    victims_.push_back(simulator_.choose(bundle->run, c));
  stats_.choices += victims_.size();
  for (;;) {
    const StorageId victim = victims_.back();
    alike_.clear();
    for (std::size_t c = 0; c < victims_.size(); ++c)
      if (victims_[c] == victim) alike_.push_back(c);
    if (alike_.size() == victims_.size()) {
      simulator_.evict_victim(bundle->run, victim);
      return worklist_.push(std::move(bundle));
    }
    Owner other = make_spare();
    split_columns(*bundle, alike_, *other, scratch_);
    ++stats_.splits;
    std::erase(victims_, victim);
    simulator_.evict_victim(other->run, victim);
    worklist_.push(std::move(other));
  }
}

// False: no run of the bundle goes on.
bool Explorer::compute(Bundle& bundle) {
  const State& state = bundle.run.state;
  if (bundle.lowest() == range_.from)
    lowest_peak_ = std::max(lowest_peak_, simulator_.request(state));
  // The call of the step itself is work of the model, the others are rematerializations.
  const bool of_model = in_call_ && state.frames.size() == 1;
  const Nanos cost = simulator_.ready_call(state).cost;
  if (cost > longest_run - (state.clock + bundle.latest)) throw clock_error();
  simulator_.compute(bundle.run);
  ++stats_.computations;
  if (work_limit_ > 0 && stats_.computations + stats_.choices > work_limit_)
    throw TooMuchWork("a map takes more work than is allowed");
  const Nanos model = model_done_ + (of_model ? cost : 0);
  // remat_compute of a member = clock - 1 - model.
  if (state.clock + bundle.latest - 1 - model <= remat_limit_) return true;
  return drop_thrashing(bundle, model);
}

bool Explorer::drop_thrashing(Bundle& bundle, Nanos model) {
  const auto thrashes = [&](const Member& member) {
    return bundle.run.state.clock + member.clock - 1 - model > remat_limit_;
  };
  for (const Member& member : bundle.members)
    if (thrashes(member)) end_run(bundle, member, Outcome::thrash, model);
  return bundle.drop_members(thrashes, scratch_);
}

void Explorer::end_run(const Bundle& bundle, const Member& member, Outcome outcome, Nanos model) {
  const Nanos clock = bundle.run.state.clock + member.clock;
  regimes_.push_back(
      {.lo = member.lo,
       .hi = planted(Fault::regimes_lose_a_byte) && member.hi - member.lo > 2 ? member.hi - 1
                                                                              : member.hi,
       .result = outcome,
       .clock = clock,
       .remat_compute = clock - 1 - model,
       .evictions = bundle.run.tally.eviction_count + member.evictions,
       // A regime begins at the largest request that fitted.
       .peak_memory = member.lo,
       .drift_decisions = bundle.run.tally.drift_decisions + member.drift_decisions});
}

void Explorer::end_all(Owner bundle, Outcome outcome) {
  for (const Member& member : bundle->members) end_run(*bundle, member, outcome, model_done_);
  recycle(std::move(bundle));
}

// Joins what has become equal.
void Explorer::merge() {
  merge_is_due_ = false;
  if (alive_.size() < 2) return;
  order_.clear();
  for (std::size_t i = 0; i < alive_.size(); ++i) {
    const StateCore& state = alive_[i]->run.state;
    order_.emplace_back(mix(state.existence_hash, static_cast<std::uint64_t>(state.memory)), i);
  }
  std::ranges::sort(order_);
  bool joined = false;
  for (auto first = order_.begin(); first != order_.end();) {
    const auto end = std::find_if(first, order_.end(),
                                  [&](const auto& other) { return other.first != first->first; });
    joined = merge_alike({first, end}) || joined;
    first = end;
  }
  if (joined) std::erase(alive_, nullptr);
}

// Of those whose storages are the same, most differ in their pools' order: the hash of that leaves
// few pairs to be compared (1.16 times as many maps a second of a fuzzer's traces of 10 operators).
bool Explorer::merge_alike(std::span<Alike> alike) {
  if (alike.size() > 2) {
    for (auto& [key, place] : alike) key = alive_[place]->run.state.pool.hash();
    std::ranges::sort(alike);
  }
  bool joined = false;
  std::size_t first = 0;  // of those that the one at `end` is held against
  for (std::size_t end = 1; end < alike.size(); ++end) {
    if (alike[end].first != alike[first].first) first = end;
    for (std::size_t i = end; i > first; --i) {
      Owner& into = alive_[alike[i - 1].second];
      if (into == nullptr || !try_join(*into, alive_[alike[end].second])) continue;
      joined = true;
      break;
    }
  }
  return joined;
}

Explorer::Owner Explorer::make_spare() {
  if (spare_.empty()) return std::make_unique<Bundle>();
  Owner bundle = std::move(spare_.back());
  spare_.pop_back();
  return bundle;
}

template <class Visit>
void Explorer::for_each_bundle(Visit visit) const {
  for (const Owner& bundle : alive_) visit(*bundle);
  for (const Owner& bundle : worklist_.bundles()) visit(*bundle);
  for (const Owner& bundle : finished_) visit(*bundle);
}

// Returns the bytes that are taken.
std::size_t Explorer::note_size() {
  decisions_ = 0;
  std::size_t bundles = 0;
  std::size_t columns = 0;
  for_each_bundle([&](const Bundle& bundle) {
    ++bundles;
    columns += bundle.columns;
  });
  const std::size_t taken = bytes();
  stats_.most_bundles = std::max(stats_.most_bundles, bundles);
  stats_.most_columns = std::max(stats_.most_columns, columns);
  stats_.most_bytes = std::max(stats_.most_bytes, taken);
  return taken;
}

void Explorer::watch_size() {
  std::size_t taken = note_size();
  if (memory_limit_ == 0) return;
  for (; taken > memory_limit_; taken = bytes()) {
    const Bytes before = range_.from;
    give_up_lower();
    if (range_.from == before) return;
  }
}

std::size_t Explorer::bytes() const {
  std::size_t bytes = 0;
  for_each_bundle([&](const Bundle& bundle) { bytes += bundle.bytes(); });
  for (const Owner& bundle : spare_) bytes += bundle->bytes();
  return bytes;
}

std::size_t Explorer::regimes() const {
  std::size_t count = regimes_.size();
  for_each_bundle([&](const Bundle& bundle) { count += bundle.members.size(); });
  return count;
}

std::vector<Regime> Explorer::take_regimes() {
  note_size();
  regimes_.reserve(regimes());
  if (done())
    for (Owner& bundle : alive_) end_all(std::move(bundle), Outcome::pass);
  alive_.clear();
  std::ranges::sort(regimes_, {}, &Regime::lo);
  if (!regimes_.empty() && regimes_.front().lo == range_.from)
    regimes_.front().peak_memory = lowest_peak_;
  return std::move(regimes_);
}

// A budget at which a regime begins, with about half of the columns on either side.
std::optional<Bytes> Explorer::middle_cut() const {
  std::vector<Bytes> cuts;
  std::vector<bool> seen;
  for_each_bundle([&](const Bundle& bundle) {
    seen.assign(bundle.columns, false);
    for (const Member& member : bundle.members) {
      if (!seen[member.column] && member.lo > range_.from) cuts.push_back(member.lo);
      seen[member.column] = true;
    }
  });
  if (cuts.empty()) return std::nullopt;
  const auto middle = cuts.begin() + static_cast<std::ptrdiff_t>(cuts.size() / 2);
  std::ranges::nth_element(cuts, middle);
  return *middle;
}

std::optional<Explorer> Explorer::split() {
  const std::optional<Bytes> cut = middle_cut();
  if (!cut) return std::nullopt;
  return Explorer(*this, *cut);
}

void Explorer::give_up_lower() {
  const std::optional<Bytes> cut = middle_cut();
  if (!cut) return;
  given_up_.push_back({.from = range_.from, .to = *cut});
  drop_budgets_below(*cut);
}

void Explorer::keep_uppermost(std::size_t count) {
  if (regimes() <= count) return;
  std::vector<Bytes> cuts;
  cuts.reserve(regimes());
  for (const Regime& regime : regimes_) cuts.push_back(regime.lo);
  for_each_bundle([&](const Bundle& bundle) {
    for (const Member& member : bundle.members) cuts.push_back(member.lo);
  });
  const auto cut = cuts.end() - static_cast<std::ptrdiff_t>(count);
  std::ranges::nth_element(cuts, cut);
  drop_budgets_below(*cut);
}

void Explorer::drop_budgets_below(Bytes cut) {
  const auto keep = [&](Bundle& bundle) {
    if (bundle.end() <= cut) return false;
    if (bundle.lowest() < cut) drop_below(bundle, cut, scratch_);
    return true;
  };
  const auto drop = [&](const Owner& bundle) { return !keep(*bundle); };
  std::erase_if(alive_, drop);
  std::erase_if(finished_, drop);
  worklist_.keep_if(keep);
  spare_.clear();
  std::erase_if(regimes_, [cut](const Regime& regime) { return regime.lo < cut; });
  range_.from = cut;
  lowest_peak_ = cut;
}

}  // namespace rematfuzz
