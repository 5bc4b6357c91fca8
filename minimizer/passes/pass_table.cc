#include <array>

#include "minimizer/passes/passes.h"

namespace rematfuzz::minimizer {

std::span<const Pass> pass_table() {
  static const std::array table{
      cut_tail(),      delete_operators(), bridge_operators(), fuse_operators(),
      merge_sources(), drop_releases(),    drop_arguments(),   drop_outputs(),
      make_plain(),    scale_numbers(),    rank_numbers(),     lower_equal_numbers(),
      lower_numbers(), delete_windows(),   delete_pairs(),     delete_and_adjust(),
      move_releases(), sort_operations(),
  };
  return table;
}

}  // namespace rematfuzz::minimizer
