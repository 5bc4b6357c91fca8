#include "cli/records/record_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

nlohmann::json parse_object(const std::string& text, const std::string& where) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) throw InputError(where + ": not a JSON object");
  return json;
}

}  // namespace

RecordFile read_record_file(const std::string& path) {
  std::ifstream in(path);
  if (!in || std::filesystem::is_directory(path))
    throw InputError(fmt::format("{}: cannot be read", path));
  RecordFile file;
  file.path = path;
  std::string text;
  for (std::size_t line = 1; std::getline(in, text); ++line) {
    const std::string where = fmt::format("{}:{}", path, line);
    nlohmann::json json = parse_object(text, where);
    if (line > 1) {
      file.records.push_back({line, std::move(json)});
      continue;
    }
    if (!json.contains("trace") || !json["trace"].is_string() || !json.contains("baseline") ||
        !json["baseline"].is_object())
      throw InputError(where + ": the first line must have 'trace' and 'baseline'");
    file.trace = json["trace"];
    file.baseline = json["baseline"];
  }
  if (file.trace.empty()) throw InputError(fmt::format("{}: no records", path));
  return file;
}

std::vector<std::string> expand_record_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.is_regular_file() && entry.path().extension() == ".jsonl")
        found.push_back(entry.path().string());
    if (found.empty()) throw InputError(fmt::format("{}: no .jsonl file in it", path));
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace rematfuzz::cli
