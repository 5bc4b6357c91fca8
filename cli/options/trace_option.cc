#include "cli/options/trace_option.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/text/terminal.h"
#include "sim/trace/input_file.h"
#include "sim/trace/log_reader.h"

namespace rematfuzz::cli {

void add_trace_option(CLI::App& app, std::string& path) {
  app.add_option("TRACE", path,
                 "a trace log or a trace text (also .gz or .zst); - reads standard input")
      ->type_name("")
      ->required();
}

LoadedTrace load_trace(const std::string& path) {
  LogReadResult log = read_log(path);
  if (!log.has_start)
    note(fmt::format("{}: no START line; read from the first line", display_name(path)));
  const Baseline baseline = compute_baseline(log.trace);
  return {path, std::filesystem::path(path).filename().string(), std::move(log.trace), baseline};
}

}  // namespace rematfuzz::cli
