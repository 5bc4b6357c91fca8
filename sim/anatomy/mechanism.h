// The mechanism of a finding: by what a run does worse than one at another budget, in a word for
// each of four questions. Findings of one mechanism count as one thing found again.
//
// It is cheap, for loops that fuzz: what the two runs have in common is run once, and the better
// one goes on only up to the first choice that differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/anatomy/observe.h"
#include "sim/base/types.h"
#include "sim/run/run.h"

namespace rematfuzz {

// The program's own steps, or the pins at its end.
enum class Place : std::uint8_t { program, output_condition };

// How many materializations are pending, the program's own included.
enum class Nesting : std::uint8_t { one, two, up_to_4, up_to_8, up_to_16, deeper };

// What the first choice that differs turns on (Divergence::first_choice: choices are compared by
// their number in either run, wherever in the program they are made). There are two victims then,
// and two choices at which to look at both. The first case that applies, `order` before scores:
enum class TurnsOn : std::uint8_t {
  // No choice differs, or one run makes no further choice.
  nothing,
  // One run's victim is no candidate at the other run's choice.
  candidates,
  // A victim's score is exactly 0 where it was chosen: the first such one ends the look at the
  // pool.
  zero_cost,
  // Either run scores both victims the same: the order of the pool decides.
  tie,
  // Else the runs score the victims the other way round: the ratio of the worse run's victim to the
  // better one's goes from below 1 to above it. Looked at with the times (clock and accesses) of
  // the better run, the worse run's choice has a third ratio: the way to it is the times' doing,
  // that from it on the costs'. The choice turns on the times if they take the ratio up by at least
  // as large a factor, or make a score infinite.
  staleness,
  // Else on the costs. On the sums over evicted neighbourhoods (those that the policy reads), if
  // the victims' sums differ between the runs by at least as much as their own computes do,
  neighborhood,
  // and else on those: a view adds to the compute of its storage.
  compute,
  // Both victims are candidates in both runs, and the policy goes by no score. (Nothing turns on
  // sizes: they are the same in both runs.)
  order,
};

constexpr std::string_view name_of(Place place) {
  switch (place) {
    case Place::program:
      return "program";
    case Place::output_condition:
      return "output_condition";
  }
  return "";
}

constexpr std::string_view name_of(Nesting nesting) {
  switch (nesting) {
    case Nesting::one:
      return "depth-1";
    case Nesting::two:
      return "depth-2";
    case Nesting::up_to_4:
      return "depth-3-4";
    case Nesting::up_to_8:
      return "depth-5-8";
    case Nesting::up_to_16:
      return "depth-9-16";
    case Nesting::deeper:
      return "depth-17-up";
  }
  return "";
}

constexpr std::string_view name_of(TurnsOn turns_on) {
  switch (turns_on) {
    case TurnsOn::nothing:
      return "nothing";
    case TurnsOn::candidates:
      return "candidates";
    case TurnsOn::zero_cost:
      return "zero_cost";
    case TurnsOn::tie:
      return "tie";
    case TurnsOn::staleness:
      return "staleness";
    case TurnsOn::neighborhood:
      return "neighborhood";
    case TurnsOn::compute:
      return "compute";
    case TurnsOn::order:
      return "order";
  }
  return "";
}

// REQUIRES: depth > 0.
constexpr Nesting nesting_of(std::size_t depth) {
  if (depth == 1) return Nesting::one;
  if (depth == 2) return Nesting::two;
  if (depth <= 4) return Nesting::up_to_4;
  if (depth <= 8) return Nesting::up_to_8;
  return depth <= 16 ? Nesting::up_to_16 : Nesting::deeper;
}

// The first three are of the worse run's decisive moment: where it failed (oom), else where it was
// most pinned (Pressure).
struct Mechanism {
  Place place = Place::program;
  // Nothing that was in use there could have been evicted: see Anatomy.
  bool fully_pinned = false;
  Nesting nesting = Nesting::one;
  TurnsOn turns_on = TurnsOn::nothing;

  bool operator==(const Mechanism&) const = default;
};

// A key for files, such as "program/pinned/depth-3-4/staleness"; "unpinned" if not fully pinned.
std::string text(const Mechanism& mechanism);

// Mechanisms are numbered from 0 to mechanism_count - 1.
inline constexpr std::uint32_t nesting_count = static_cast<std::uint32_t>(Nesting::deeper) + 1;
inline constexpr std::uint32_t turns_on_count = static_cast<std::uint32_t>(TurnsOn::order) + 1;
inline constexpr std::uint32_t mechanism_count = 2 * 2 * nesting_count * turns_on_count;

constexpr std::uint32_t mechanism_index(const Mechanism& mechanism) {
  const auto place = static_cast<std::uint32_t>(mechanism.place);
  const std::uint32_t pinned = mechanism.fully_pinned ? 1 : 0;
  const auto nesting = static_cast<std::uint32_t>(mechanism.nesting);
  return ((place * 2 + pinned) * nesting_count + nesting) * turns_on_count +
         static_cast<std::uint32_t>(mechanism.turns_on);
}

// The mechanism of that number. REQUIRES: index < mechanism_count.
constexpr Mechanism mechanism_at(std::uint32_t index) {
  const std::uint32_t moment = index / turns_on_count;
  const std::uint32_t pinned = moment / nesting_count;
  return {.place = static_cast<Place>(pinned / 2),
          .fully_pinned = pinned % 2 == 1,
          .nesting = static_cast<Nesting>(moment % nesting_count),
          .turns_on = static_cast<TurnsOn>(index % turns_on_count)};
}

// Why the run at budget `worse` does worse than the one at `better`; either may be the larger one.
// Of the options, `budget`, `on_step` and `count_drift` are ignored.
// Throws InputError as run_trace does (for the better run: as far as it is made).
Mechanism find_mechanism(const Subject& subject, const RunOptions& options, Bytes worse,
                         Bytes better);

}  // namespace rematfuzz
