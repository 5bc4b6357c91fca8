// Runs at many budgets that stand at one place of the program in one state.
//
// A bundle has one state but for access times, of which it has several *columns*; all runs that
// share a column go on alike. A run is known by the budgets that it stands for, and by what it
// counted otherwise than the bundle: its *member*.
#pragma once

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
  // What a run counts is what its bundle counts, and this (modulo 2^64).
  Nanos clock = 0;
  std::uint64_t evictions = 0;
  std::uint64_t drift_decisions = 0;
};

struct Bundle {
  using Members = std::vector<Member>;  // in budget order, disjoint

  // Of no budgets, to be filled.
  explicit Bundle(const Trace& trace) : run{State(trace, {}, 0), Tally()} {}
  Bundle(Progress progress, const Member& member);

  Progress run;
  // By column of run.state.accesses; exactly one where access times are not kept.
  std::vector<Members> columns;
  Bytes lowest = 0;  // of all members' lo
  Bytes end = 0;     // of all members' hi
  Nanos latest = 0;  // of all members' clock

  // Drops the members of which drop(const Member&) says so; whether any are left.
  template <class Drop>
  bool drop_members(Drop drop) {
    bool left = false;
    for (Members& members : columns) {
      std::erase_if(members, drop);
      left = left || !members.empty();
    }
    if (left) drop_empty_columns();
    return left;
  }
  // After members changed: columns without any go. REQUIRES: some are left.
  void drop_empty_columns();
  void recount();
  std::size_t member_count() const;
  // About how much memory it takes.
  std::size_t bytes() const;
};

// Moves the budgets from `budget` up to `upper`, a copy of the bundle otherwise. What `upper` was
// is lost. REQUIRES: both sides have budgets.
void split_above(Bundle& bundle, Bytes budget, Bundle& upper);

// Drops the budgets below. REQUIRES: there are others.
void drop_below(Bundle& bundle, Bytes budget);

// Moves these columns (ascending, not all of them) to `other`, likewise.
void split_columns(Bundle& bundle, std::span<const std::size_t> columns, Bundle& other);

// Makes one bundle of two with the same state but for time; `from` is used up. False, and nothing
// happened: that takes a new column, and `more_columns` is not given.
bool join(Bundle& into, Bundle& from, bool more_columns);

}  // namespace rematfuzz
