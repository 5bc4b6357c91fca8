// Turns a kind of thing on or off for mutations to come (what is there already stays).
#include "fuzz/mutate/mutations.h"

namespace rematfuzz::fuzz {

bool change_features(Draft& draft, Random& random) {
  constexpr unsigned features = 7;
  draft.features = static_cast<std::uint8_t>(draft.features ^ (1U << random.below(features)));
  return true;
}

}  // namespace rematfuzz::fuzz
