#include "fuzz/seeds/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::fuzz {

std::vector<std::string> files_in(const std::string& path) {
  if (std::filesystem::is_regular_file(path)) return {path};
  std::vector<std::string> files;
  if (!std::filesystem::is_directory(path)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

std::vector<std::uint8_t> bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw InputError(fmt::format("{}: cannot be read", printable(file)));
  return bytes;
}

}  // namespace rematfuzz::fuzz
