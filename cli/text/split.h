// Lists on the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rematfuzz::cli {

// What stands between the commas, empty parts included: at least one part.
std::vector<std::string> split_list(std::string_view list);

}  // namespace rematfuzz::cli
