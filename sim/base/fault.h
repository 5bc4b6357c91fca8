// Faults planted to see them caught: docs/properties.md names, for each property, the fault that it
// must catch.
//
// They exist only in a build with REMATFUZZ_FAULTS, which nothing is but the test `faults`
// (properties/CMakeLists.txt). Everywhere else planted() is false at compile time, and no code
// remains.
#pragma once

#include <cstdint>
#include <string_view>

namespace rematfuzz {

enum class Fault : std::uint8_t {
  none,
  budgets_are_even,                // a budget's lowest bit is ignored
  budget_gives_a_byte,             // a run takes one byte more than it may
  budget_must_exceed,              // what fits exactly does not fit
  choices_remember,                // now and then a choice depends on earlier runs
  constants_are_offered,           // a pinned constant can be evicted
  copies_share_regions,            // a copied state's regions are changed in the original, too
  even_pools_lose_their_newest,    // with an even number of candidates the last one goes
  eviction_keeps_a_byte,           // an evicted storage of some size leaves a byte behind
  eviction_skips_a_lock,           // what a nested materialization locks can be evicted
  joins_forget_evictions,          // runs that become equal have their evictions counted alike
  margins_are_none,                // nearly equal scores are compared as they come out
  names_end_early,                 // names count as the same that begin alike
  pools_swap,                      // what leaves the pool's middle is replaced by its last
  recomputing_takes_no_time,       // deeply nested materializations leave the clock as it is
  regimes_lose_a_byte,             // a regime of some bytes ends one too early
  repeated_arguments_stay_locked,  // an argument that is given twice is unlocked once
  splits_lose_a_regime,            // what has ended is forgotten where budgets are handed over
  targets_enter_first,             // a target enters the pool before its siblings
  times_are_odd,                   // access times are rounded down to odd ones
  victims_are_the_oldest,          // what the policy says is ignored
};

#ifdef REMATFUZZ_FAULTS
inline Fault planted_fault = Fault::none;
inline bool planted(Fault fault) { return fault == planted_fault; }
// Every so many times.
inline bool planted_now_and_then(Fault fault, std::uint64_t every) {
  static std::uint64_t times = 0;
  return planted(fault) && ++times % every == 0;
}
#else
constexpr bool planted(Fault /*fault*/) { return false; }
constexpr bool planted_now_and_then(Fault /*fault*/, std::uint64_t /*every*/) { return false; }
#endif

}  // namespace rematfuzz
