#include "sim/map/bundle.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "sim/base/check.h"

namespace rematfuzz {

namespace {

// All but access times and members.
void copy_core(const Bundle& from, Bundle& to) {
  static_cast<StateCore&>(to.run.state) = static_cast<const StateCore&>(from.run.state);
  to.run.tally = from.run.tally;
  to.run.shortlist = from.run.shortlist;
}

bool keeps_times(const Bundle& bundle) { return bundle.run.state.accesses.columns() > 0; }

// Moves the members from `budget` up.
Bundle::Members take_above(Bundle::Members& members, Bytes budget) {
  const auto first = std::ranges::partition_point(
      members, [budget](const Member& member) { return member.hi <= budget; });
  Bundle::Members above(first, members.end());
  members.erase(first, members.end());
  if (!above.empty() && above.front().lo < budget) {
    members.push_back(above.front());
    members.back().hi = budget;
    above.front().lo = budget;
  }
  return above;
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
  for (std::size_t c = 0; c < into.columns.size(); ++c)
    if (a.accesses.hash(c, a.clock) == hash &&
        a.accesses.equal(c, b.accesses, column, b.clock - a.clock))
      return c;
  return into.columns.size();
}

void add_members(Bundle::Members& to, const Bundle::Members& members) {
  if (to.back().lo < members.front().lo) {
    to.insert(to.end(), members.begin(), members.end());
    return;
  }
  Bundle::Members all;
  all.reserve(to.size() + members.size());
  std::ranges::merge(to, members, std::back_inserter(all), {}, &Member::lo, &Member::lo);
  to = std::move(all);
}

}  // namespace

Bundle::Bundle(Progress progress, const Member& member)
    : run(std::move(progress)), columns{{member}} {
  recount();
}

void Bundle::drop_empty_columns() {
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (!columns[c].empty()) kept.push_back(c);
  if (kept.size() != columns.size()) {
    if (keeps_times(*this)) run.state.accesses.keep(kept);
    std::erase_if(columns, [](const Members& members) { return members.empty(); });
  }
  recount();
}

void Bundle::recount() {
  lowest = unlimited;
  end = 0;
  latest = columns.front().front().clock;
  for (const Members& members : columns) {
    lowest = std::min(lowest, members.front().lo);
    end = std::max(end, members.back().hi);
    for (const Member& member : members) latest = std::max(latest, member.clock);
  }
}

std::size_t Bundle::member_count() const {
  return std::transform_reduce(columns.begin(), columns.end(), std::size_t{0}, std::plus<>(),
                               [](const Members& members) { return members.size(); });
}

std::size_t Bundle::bytes() const {
  const State& state = run.state;
  const std::size_t storages = state.locks.size();
  // Lock, awaited, two places in the pool, flags; two sums and a mark where there are any.
  const std::size_t each =
      17 + (state.sums.maintained() ? 17 : 0) + (state.regions.maintained() ? 64 : 0);
  return sizeof(Bundle) + storages * each + state.accesses.bytes() +
         state.defined.words().size() * 8 + member_count() * sizeof(Member);
}

void split_above(Bundle& bundle, Bytes budget, Bundle& upper) {
  REMATFUZZ_CHECK(bundle.lowest < budget && budget < bundle.end);
  copy_core(bundle, upper);
  upper.columns.clear();
  std::vector<Accesses::Part> taken;
  for (std::size_t c = 0; c < bundle.columns.size(); ++c) {
    Bundle::Members above = take_above(bundle.columns[c], budget);
    if (above.empty()) continue;
    taken.push_back({.column = c, .move = bundle.columns[c].empty()});
    upper.columns.push_back(std::move(above));
  }
  if (keeps_times(bundle))
    upper.run.state.accesses.assign(bundle.run.state.accesses, taken);
  else
    upper.run.state.accesses = bundle.run.state.accesses;
  bundle.drop_empty_columns();
  upper.recount();
}

void drop_below(Bundle& bundle, Bytes budget) {
  for (Bundle::Members& members : bundle.columns) members = take_above(members, budget);
  bundle.drop_empty_columns();
}

void split_columns(Bundle& bundle, std::span<const std::size_t> columns, Bundle& other) {
  REMATFUZZ_CHECK(!columns.empty() && columns.size() < bundle.columns.size());
  copy_core(bundle, other);
  std::vector<Accesses::Part> parts;
  for (const std::size_t c : columns) parts.push_back({.column = c, .move = true});
  other.run.state.accesses.assign(bundle.run.state.accesses, parts);
  other.columns.clear();
  for (const std::size_t c : columns) {
    other.columns.push_back(std::move(bundle.columns[c]));
    bundle.columns[c].clear();
  }
  bundle.drop_empty_columns();
  other.recount();
}

bool join(Bundle& into, Bundle& from, bool more_columns) {
  const Difference off = difference(into, from);
  std::vector<std::size_t> places;
  for (std::size_t c = 0; c < from.columns.size(); ++c) {
    places.push_back(find_column(into, from, c));
    if (!more_columns && places.back() == into.columns.size()) return false;
  }
  const std::size_t before = into.columns.size();
  std::vector<std::size_t> taken;
  for (std::size_t c = 0; c < from.columns.size(); ++c) {
    for (Member& member : from.columns[c]) {
      member.clock -= off.clock;
      member.evictions -= off.evictions;
      member.drift_decisions -= off.drift_decisions;
    }
    if (places[c] < before) {
      add_members(into.columns[places[c]], from.columns[c]);
      continue;
    }
    taken.push_back(c);
    into.columns.push_back(std::move(from.columns[c]));
  }
  if (!taken.empty()) {
    into.run.state.accesses.take(from.run.state.accesses, taken, off.clock);
    into.run.shortlist.forget();
  }
  into.recount();
  return true;
}

}  // namespace rematfuzz
