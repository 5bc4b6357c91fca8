#include <fmt/format.h>

#include <array>
#include <string>

#include "properties/laws/laws.h"
#include "properties/property.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::properties {

// A fault and its name.
#define REMATFUZZ_CATCHES(fault) Fault::fault, #fault

std::span<const Property> property_table() {
  static constexpr std::array table{
      Property{"memory-is-conserved",
               "memory in use is the sum of the sizes of what is material, at every moment",
               REMATFUZZ_CATCHES(eviction_keeps_a_byte), check_memory_is_conserved},
      Property{"locks-balance",
               "between steps nothing is locked but what is pinned, and that once; within a step, "
               "what pending materializations hold",
               REMATFUZZ_CATCHES(repeated_arguments_stay_locked), check_locks_balance},
      Property{"what-is-locked-stays",
               "the pool holds what is material and neither locked nor pinned, and nothing else",
               REMATFUZZ_CATCHES(eviction_skips_a_lock), check_what_is_locked_stays},
      Property{"budget-bounds-memory",
               "memory never passes the budget, and the smallest request that was refused does",
               REMATFUZZ_CATCHES(budget_gives_a_byte), check_budget_bounds_memory},
      Property{"peak-suffices",
               "at the peak of a run with unlimited memory, a run passes, evicts at RELEASE alone, "
               "and never asks the policy",
               REMATFUZZ_CATCHES(budget_must_exceed), check_peak_suffices},
      Property{"clock-is-cost",
               "the clock is 1 and the costs of all that was computed, the program's own and the "
               "rematerialized",
               REMATFUZZ_CATCHES(recomputing_takes_no_time), check_clock_is_cost},
      Property{"sizes-scale", "all sizes and the budget times k: the same run, with memory times k",
               REMATFUZZ_CATCHES(budgets_are_even), check_sizes_scale},
      Property{"costs-scale",
               "all costs and the overhead limit times k: the same decisions, with times times k, "
               "under every policy",
               REMATFUZZ_CATCHES(times_are_odd), check_costs_scale},
      Property{"constants-take-room",
               "a constant that nothing uses, and a budget larger by its size: the same run",
               REMATFUZZ_CATCHES(constants_are_offered), check_constants_take_room},
      Property{"names-are-names", "names are exchanged for others in the log: the same run",
               REMATFUZZ_CATCHES(names_end_early), check_names_are_names},
      Property{"plain-model-agrees", "the plain model says the same, of every quantity",
               REMATFUZZ_CATCHES(targets_enter_first), check_plain_model_agrees},
      Property{"runs-repeat",
               "a run is the same the next time, after other runs, and however sums are come by",
               REMATFUZZ_CATCHES(choices_remember), check_runs_repeat},
      Property{"copies-go-on-alike",
               "a copy of a run's state comes to the same end, and the original does not notice",
               REMATFUZZ_CATCHES(copies_share_regions), check_copies_go_on_alike},
      Property{"map-is-single-runs", "a map says what single runs say, at every integer budget",
               REMATFUZZ_CATCHES(joins_forget_evictions), check_map_is_single_runs},
      Property{"regimes-partition", "the regimes of a map partition its range",
               REMATFUZZ_CATCHES(regimes_lose_a_byte), check_regimes_partition},
      Property{"map-in-pieces", "a map does not depend on how the work is cut",
               REMATFUZZ_CATCHES(splits_lose_a_regime), check_map_in_pieces},
      Property{"lru-is-a-stack",
               "LRU, unit sizes, nothing but leaves to fetch: more memory never costs more fetches",
               REMATFUZZ_CATCHES(even_pools_lose_their_newest), check_lru_is_a_stack},
      Property{"fifo-has-anomalies",
               "a search for a program on which more memory costs FIFO more fetches finds one "
               "(Belady's anomaly)",
               REMATFUZZ_CATCHES(victims_are_the_oldest), check_fifo_has_anomalies, 4},
      Property{"pool-is-a-list", "a pool is a list, wherever its holes are",
               REMATFUZZ_CATCHES(pools_swap), check_pool_is_a_list},
      Property{"scores-round",
               "the smallest score is the last smallest of the correctly rounded quotients",
               REMATFUZZ_CATCHES(margins_are_none), check_scores_round},
  };
  return table;
}

#undef REMATFUZZ_CATCHES

Fault find_fault(std::string_view name) {
  for (const Property& property : property_table())
    if (property.fault_name == name) return property.fault;
  throw InputError(fmt::format("there is no fault {}", quote(name)));
}

const Property& find_property(std::string_view name) {
  std::string names;
  for (const Property& property : property_table()) {
    if (property.name == name) return property;
    names.append(names.empty() ? "" : ", ").append(property.name);
  }
  throw InputError(fmt::format("unknown property {}; known: {}", quote(name), names));
}

}  // namespace rematfuzz::properties
