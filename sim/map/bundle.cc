#include "sim/map/bundle.h"

#include <algorithm>
#include <iterator>

#include "sim/base/check.h"
#include "sim/base/fault.h"

namespace rematfuzz {

namespace {

// All but access times and members.
void copy_core(const Bundle& from, Bundle& to) {
  static_cast<StateCore&>(to.run.state) = static_cast<const StateCore&>(from.run.state);
  to.run.tally = from.run.tally;
  to.run.shortlist = from.run.shortlist;
}

bool keeps_times(const Bundle& bundle) { return bundle.run.state.accesses.columns() > 0; }

// The first member that has budgets from `budget` up.
auto first_above(std::vector<Member>& members, Bytes budget) {
  return std::ranges::partition_point(
      members, [budget](const Member& member) { return member.hi <= budget; });
}

// Renumbers the members' columns in the order in which they are in use; lists these in
// scratch.columns.
void renumber(Bundle& bundle, BundleScratch& scratch) {
  scratch.renumbered.assign(bundle.columns, no_id);
  for (const Member& member : bundle.members) scratch.renumbered[member.column] = 0;
  scratch.columns.clear();
  for (std::size_t c = 0; c < bundle.columns; ++c) {
    if (scratch.renumbered[c] == no_id) continue;
    scratch.renumbered[c] = static_cast<std::uint32_t>(scratch.columns.size());
    scratch.columns.push_back(c);
  }
  for (Member& member : bundle.members) member.column = scratch.renumbered[member.column];
  bundle.columns = scratch.columns.size();
}

// What `into` counts otherwise than `from`.
struct Difference {
  Nanos clock = 0;
  std::uint64_t evictions = 0;
  std::uint64_t drift_decisions = 0;
};

Difference difference(const Bundle& into, const Bundle& from) {
  return {.clock = into.run.state.clock - from.run.state.clock,
          .evictions = into.run.tally.eviction_count - from.run.tally.eviction_count,
          .drift_decisions = into.run.tally.drift_decisions - from.run.tally.drift_decisions};
}

// The first column of `into` with the times of one of `from`'s, or one past the last.
std::size_t find_column(const Bundle& into, const Bundle& from, std::size_t column) {
  if (!keeps_times(into)) return 0;
  const State& a = into.run.state;
  const State& b = from.run.state;
  const std::uint64_t hash = b.accesses.hash(column, b.clock);
  for (std::size_t c = 0; c < into.columns; ++c)
    if (a.accesses.hash(c, a.clock) == hash &&
        a.accesses.equal(c, b.accesses, column, b.clock - a.clock))
      return c;
  return into.columns;
}

// Adds the members of `from`, whose columns are those of `into` now and which count what it counts.
void add_members(Bundle& into, const Bundle& from, BundleScratch& scratch) {
  if (into.members.back().lo < from.members.front().lo) {
    into.members.insert(into.members.end(), from.members.begin(), from.members.end());
    return;
  }
  scratch.members.clear();
  std::ranges::merge(into.members, from.members, std::back_inserter(scratch.members), {},
                     &Member::lo, &Member::lo);
  std::swap(into.members, scratch.members);
}

}  // namespace

void Bundle::start(const Simulator& simulator, std::uint64_t seed, const Member& member) {
  simulator.start(run.state, seed);
  run.tally = Tally();
  run.shortlist.forget();
  members.assign(1, member);
  columns = 1;
  latest = member.clock;
}

void Bundle::drop_empty_columns(BundleScratch& scratch) {
  find_latest();
  if (columns == 1) return;
  const std::size_t before = columns;
  renumber(*this, scratch);
  if (columns != before && keeps_times(*this)) run.state.accesses.keep(scratch.columns);
}

void Bundle::find_latest() {
  latest = std::ranges::max_element(members, {}, &Member::clock)->clock;
}

std::size_t Bundle::bytes() const {
  const State& state = run.state;
  const std::size_t storages = state.locks.size();
  // Lock, awaited, two places in the pool, flags; two sums and a mark where there are any.
  const std::size_t each =
      17 + (state.sums.maintained() ? 17 : 0) + (state.regions.maintained() ? 64 : 0);
  return sizeof(Bundle) + storages * each + state.accesses.bytes() +
         state.defined.words().size() * 8 + members.size() * sizeof(Member);
}

void split_above(Bundle& bundle, Bytes budget, Bundle& upper, BundleScratch& scratch) {
  REMATFUZZ_CHECK(bundle.lowest() < budget && budget < bundle.end());
  copy_core(bundle, upper);
  const auto first = first_above(bundle.members, budget);
  upper.members.assign(first, bundle.members.end());
  upper.columns = bundle.columns;
  const bool parted = first->lo < budget;
  bundle.members.erase(first + (parted ? 1 : 0), bundle.members.end());
  if (parted) {
    bundle.members.back().hi = budget;
    upper.members.front().lo = budget;
  }
  renumber(upper, scratch);
  if (keeps_times(bundle)) {
    // A column is copied where the lower budgets need it, too.
    scratch.renumbered.assign(bundle.columns, no_id);
    for (const Member& member : bundle.members) scratch.renumbered[member.column] = 0;
    scratch.parts.clear();
    for (const std::size_t column : scratch.columns)
      scratch.parts.push_back({.column = column, .move = scratch.renumbered[column] == no_id});
    upper.run.state.accesses.assign(bundle.run.state.accesses, scratch.parts);
  } else {
    upper.run.state.accesses = bundle.run.state.accesses;
  }
  upper.find_latest();
  bundle.drop_empty_columns(scratch);
}

void drop_below(Bundle& bundle, Bytes budget, BundleScratch& scratch) {
  bundle.members.erase(bundle.members.begin(), first_above(bundle.members, budget));
  bundle.members.front().lo = std::max(bundle.members.front().lo, budget);
  bundle.drop_empty_columns(scratch);
}

void split_columns(Bundle& bundle, std::span<const std::size_t> columns, Bundle& other,
                   BundleScratch& scratch) {
  REMATFUZZ_CHECK(!columns.empty() && columns.size() < bundle.columns);
  copy_core(bundle, other);
  scratch.parts.clear();
  scratch.renumbered.assign(bundle.columns, no_id);
  for (const std::size_t c : columns) {
    scratch.renumbered[c] = static_cast<std::uint32_t>(scratch.parts.size());
    scratch.parts.push_back({.column = c, .move = true});
  }
  other.run.state.accesses.assign(bundle.run.state.accesses, scratch.parts);
  other.columns = columns.size();
  other.members.clear();
  for (const Member& member : bundle.members)
    if (scratch.renumbered[member.column] != no_id) {
      other.members.push_back(member);
      other.members.back().column = scratch.renumbered[member.column];
    }
  other.find_latest();
  bundle.drop_members(
      [&](const Member& member) { return scratch.renumbered[member.column] != no_id; }, scratch);
}

bool join(Bundle& into, Bundle& from, bool more_columns, BundleScratch& scratch) {
  const Difference off = difference(into, from);
  std::vector<std::uint32_t>& places = scratch.renumbered;
  std::vector<std::size_t>& taken = scratch.columns;
  places.clear();
  taken.clear();
  for (std::size_t c = 0; c < from.columns; ++c) {
    std::size_t place = find_column(into, from, c);
    if (place == into.columns) {
      if (!more_columns) return false;
      place += taken.size();
      taken.push_back(c);
    }
    places.push_back(static_cast<std::uint32_t>(place));
  }
  for (Member& member : from.members) {
    member.column = places[member.column];
    member.clock -= off.clock;
    if (!planted(Fault::joins_forget_evictions)) member.evictions -= off.evictions;
    member.drift_decisions -= off.drift_decisions;
  }
  add_members(into, from, scratch);
  into.find_latest();
  if (taken.empty()) return true;
  into.columns += taken.size();
  into.run.state.accesses.take(from.run.state.accesses, taken, off.clock);
  into.run.shortlist.forget();
  return true;
}

}  // namespace rematfuzz
