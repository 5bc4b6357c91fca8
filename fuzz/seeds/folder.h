// Inputs as files of a folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rematfuzz::fuzz {

// The paths of all files in a folder and the folders in it, sorted; a file's own path; nothing
// where there is neither.
std::vector<std::string> files_in(const std::string& path);

// All of a file's bytes. Throws InputError if it cannot be read.
std::vector<std::uint8_t> bytes_of(const std::string& file);

}  // namespace rematfuzz::fuzz
