#include "cli/records/record_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/input_file.h"

namespace rematfuzz::cli {

namespace {

nlohmann::json parse_object(const std::string& text, const std::string& where) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) throw InputError(where + ": not a JSON object");
  return json;
}

std::string read_all(const std::string& path) {
  InputFile file(path);
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (const std::size_t got = file.read(piece)) text.append(piece, 0, got);
  return text;
}

// Whether it names a file, and not one somewhere else.
bool is_file_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
}

// All .jsonl files below a folder, in order of their names.
std::vector<std::string> records_below(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  std::filesystem::recursive_directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error))
    if (at->is_regular_file() && at->path().extension() == ".jsonl")
      found.push_back(at->path().string());
  if (error)
    throw InputError(fmt::format("{}: cannot be searched: {}", printable(folder), error.message()));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

RecordFile read_record_file(const std::string& path) {
  std::istringstream in(read_all(path));
  RecordFile file;
  file.path = path;
  std::string text;
  for (std::size_t line = 1; std::getline(in, text); ++line) {
    const std::string where = fmt::format("{}:{}", printable(path), line);
    nlohmann::json json = parse_object(text, where);
    if (line > 1) {
      file.records.push_back({line, std::move(json)});
      continue;
    }
    if (!json.contains("trace") || !json["trace"].is_string() || !json.contains("baseline") ||
        !json["baseline"].is_object())
      throw InputError(where + ": the first line must have 'trace' and 'baseline'");
    file.trace = json["trace"];
    if (!is_file_name(file.trace))
      throw InputError(
          fmt::format("{}: 'trace' is {}, which is no file's name", where, quote(file.trace)));
    file.baseline = json["baseline"];
  }
  if (file.trace.empty()) throw InputError(fmt::format("{}: no records", printable(path)));
  return file;
}

std::vector<std::string> expand_record_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    const std::vector<std::string> found = records_below(path);
    if (found.empty()) throw InputError(fmt::format("{}: no .jsonl file in it", printable(path)));
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace rematfuzz::cli
