// Lists of policies on the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/run/runtime.h"

namespace rematfuzz::cli {

// "DTR,LRU": these. "all": each distinct policy that has budget regimes and that the runtime
// serves, by its first name. "ablation": those of the ablation in the DTR paper (arXiv:2006.09616).
// Throws InputError: an unknown name, a name twice, no name.
std::vector<std::string> parse_policies(const std::string& text, const Runtime& runtime);

}  // namespace rematfuzz::cli
