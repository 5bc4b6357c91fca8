#include "sim/state/scratch_set.h"

#include <bit>

namespace rematfuzz {

void ScratchSet::drain(WordSet& out) {
  out.clear();
  for (std::size_t block = 0; block < used_.size(); ++block) {
    for (; used_[block] != 0; used_[block] &= used_[block] - 1) {
      const std::size_t index =
          block * 64 + static_cast<std::size_t>(std::countr_zero(used_[block]));
      out.push_word(static_cast<std::uint32_t>(index), words_[index]);
      words_[index] = 0;
    }
  }
}

}  // namespace rematfuzz
