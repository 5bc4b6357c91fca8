// The properties' checks; property_table.cc says what each is about.
#pragma once

#include "fuzz/choices/choice_source.h"
#include "properties/property.h"

namespace rematfuzz::properties {

void check_memory_is_conserved(fuzz::ChoiceSource& choices, Account& account);
void check_locks_balance(fuzz::ChoiceSource& choices, Account& account);
void check_what_is_locked_stays(fuzz::ChoiceSource& choices, Account& account);
void check_budget_bounds_memory(fuzz::ChoiceSource& choices, Account& account);
void check_peak_suffices(fuzz::ChoiceSource& choices, Account& account);
void check_clock_is_cost(fuzz::ChoiceSource& choices, Account& account);
void check_sizes_scale(fuzz::ChoiceSource& choices, Account& account);
void check_costs_scale(fuzz::ChoiceSource& choices, Account& account);
void check_constants_take_room(fuzz::ChoiceSource& choices, Account& account);
void check_names_are_names(fuzz::ChoiceSource& choices, Account& account);
void check_plain_model_agrees(fuzz::ChoiceSource& choices, Account& account);
void check_runs_repeat(fuzz::ChoiceSource& choices, Account& account);
void check_copies_go_on_alike(fuzz::ChoiceSource& choices, Account& account);
void check_map_is_single_runs(fuzz::ChoiceSource& choices, Account& account);
void check_regimes_partition(fuzz::ChoiceSource& choices, Account& account);
void check_map_in_pieces(fuzz::ChoiceSource& choices, Account& account);
void check_lru_is_a_stack(fuzz::ChoiceSource& choices, Account& account);
void check_fifo_has_anomalies(fuzz::ChoiceSource& choices, Account& account);
void check_pool_is_a_list(fuzz::ChoiceSource& choices, Account& account);
void check_scores_round(fuzz::ChoiceSource& choices, Account& account);

}  // namespace rematfuzz::properties
