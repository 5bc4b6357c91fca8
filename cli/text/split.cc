#include "cli/text/split.h"

#include <algorithm>

namespace rematfuzz::cli {

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    parts.emplace_back(list.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace rematfuzz::cli
