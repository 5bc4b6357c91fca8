// Inputs that a search starts from where it is given none: small programs of the sorts that lead
// somewhere.
#pragma once

#include <vector>

#include "fuzz/search/input.h"

namespace rematfuzz::fuzz {

std::vector<Input> bundled_seeds();

}  // namespace rematfuzz::fuzz
