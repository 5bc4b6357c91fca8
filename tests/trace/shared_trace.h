// The public traces, which stand beside the repository where there are any.
#pragma once

#include <filesystem>
#include <string>

namespace rematfuzz::testing {

// The only file in shared/traces whose name starts like this; empty if it is not there.
inline std::string shared_trace(const std::string& start) {
  const std::filesystem::path folder = std::filesystem::path(REMATFUZZ_SHARED_DIR) / "traces";
  if (!std::filesystem::is_directory(folder)) return "";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(start)) return entry.path().string();
  return "";
}

}  // namespace rematfuzz::testing
