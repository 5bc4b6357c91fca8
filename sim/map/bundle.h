// Runs at many budgets that stand at one place of the program in one state.
//
// A bundle has one state but for access times, of which it has several *columns*; all runs that
// share a column go on alike. A run is known by the budgets that it stands for, and by what it
// counted otherwise than the bundle: its *member*.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/run/simulator.h"

namespace rematfuzz {

// The budgets lo, ..., hi - 1 (hi == unlimited: no end). Where a bundle's members meet, a regime
// ends: their runs once compared with the same memory + need and got different answers.
struct Member {
  Bytes lo = 0;
  Bytes hi = unlimited;
  std::uint32_t column = 0;  // of the bundle's access times; 0 where they are not kept
  // What a run counts is what its bundle counts, and this (modulo 2^64).
  Nanos clock = 0;
  std::uint64_t evictions = 0;
  std::uint64_t drift_decisions = 0;
};

// Memory that working with bundles needs; one for all bundles of a thread.
struct BundleScratch {
  std::vector<Member> members;
  std::vector<std::uint32_t> renumbered;  // by column
  std::vector<std::size_t> columns;
  std::vector<Accesses::Part> parts;
};

struct Bundle {
  Progress run;
  std::vector<Member> members;  // in budget order, disjoint
  // How many columns the members have, each at least one member. As many as run.state.accesses has;
  // one where access times are not kept.
  std::size_t columns = 0;
  Nanos latest = 0;  // of all members' clocks

  // REQUIRES: there are members.
  Bytes lowest() const { return members.front().lo; }
  Bytes end() const { return members.back().hi; }

  // The runs before the first step, at these budgets. What the bundle was is lost.
  void start(const Simulator& simulator, std::uint64_t seed, const Member& member);

  // Drops the members of which drop(const Member&) says so; whether any are left.
  template <class Drop>
  bool drop_members(Drop drop, BundleScratch& scratch) {
    if (std::erase_if(members, drop) == 0) return true;
    if (members.empty()) return false;
    drop_empty_columns(scratch);
    return true;
  }
  // After members went: columns without any go. REQUIRES: some are left.
  void drop_empty_columns(BundleScratch& scratch);
  void find_latest();
  // About how much memory it takes.
  std::size_t bytes() const;
};

// Moves the budgets from `budget` up to `upper`, a copy of the bundle otherwise. What `upper` was
// is lost. REQUIRES: both sides have budgets.
void split_above(Bundle& bundle, Bytes budget, Bundle& upper, BundleScratch& scratch);

// Drops the budgets below. REQUIRES: there are others.
void drop_below(Bundle& bundle, Bytes budget, BundleScratch& scratch);

// Moves these columns (ascending, not all of them) to `other`, likewise.
void split_columns(Bundle& bundle, std::span<const std::size_t> columns, Bundle& other,
                   BundleScratch& scratch);

// Makes one bundle of two with the same state but for time; `from` is used up. False, and nothing
// happened: that takes a new column, and `more_columns` is not given.
bool join(Bundle& into, Bundle& from, bool more_columns, BundleScratch& scratch);

}  // namespace rematfuzz
