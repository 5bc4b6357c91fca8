// The passes; what each does stands in pass_table.cc.
#pragma once

#include "minimizer/passes/pass.h"

namespace rematfuzz::minimizer {

Pass cut_tail();
Pass delete_operators();
Pass bridge_operators();
Pass fuse_operators();
Pass merge_sources();
Pass drop_releases();
Pass drop_arguments();
Pass drop_outputs();
Pass make_plain();
Pass delete_windows();
Pass delete_pairs();
Pass delete_and_adjust();
Pass scale_numbers();
Pass rank_numbers();
Pass lower_equal_numbers();
Pass lower_numbers();
Pass move_releases();
Pass sort_operations();

}  // namespace rematfuzz::minimizer
