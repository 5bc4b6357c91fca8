#include "cli/maps/map_input.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/report/run_report.h"
#include "cli/text/terminal.h"
#include "sim/trace/input_file.h"
#include "sim/trace/log_reader.h"

namespace rematfuzz::cli {

namespace {

constexpr std::size_t piece_size = std::size_t{1} << 16;

// The text from where the file stands, up to `most` bytes if there are so many.
std::string read_text(InputFile& file, std::size_t most) {
  std::string text;
  std::string piece(piece_size, '\0');
  while (text.size() < most) {
    const std::size_t got = file.read(piece);
    if (got == 0) break;
    text.append(piece, 0, got);
  }
  return text;
}

LoadedTrace trace_of_text(const std::string& path, std::string_view text) {
  LogReadResult log = read_log_text(text, display_name(path));
  if (!log.has_start)
    note(fmt::format("{}: no START line; read from the first line", display_name(path)));
  const Baseline baseline = compute_baseline(log.trace);
  return {path, std::filesystem::path(path).filename().string(), std::move(log.trace), baseline};
}

}  // namespace

bool starts_like_map(std::string_view start) {
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || start[first] != '{') return false;
  const std::string_view line = start.substr(first, start.find('\n', first) - first);
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_object()) return json.contains("regimes");
  // A map that goes on in the next line, or a log's line that is broken.
  return line.find("\"INSTRUCTION\"") == std::string_view::npos;
}

MapInput load_map_input(const std::string& path) {
  InputFile file(path);
  const bool again = path != standard_input_path && std::filesystem::is_regular_file(path);
  std::string text = read_text(file, again ? piece_size : std::string::npos);
  if (!starts_like_map(text)) {
    if (again) return load_trace(path);
    return trace_of_text(path, text);
  }
  text += read_text(file, std::string::npos);
  return parse_map_json(std::move(text), path);
}

}  // namespace rematfuzz::cli
