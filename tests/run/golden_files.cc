#include "tests/run/golden_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace rematfuzz::testing {

namespace {

std::string text_of(const std::string& where, const std::string& run,
                    const std::vector<cli::Difference>& differences) {
  std::string text;
  for (const cli::Difference& one : differences)
    text += fmt::format("{}: {}: {}: expected {}, got {}\n", where, run, one.field,
                        one.expected.dump(), one.got.dump());
  return text;
}

std::string run_of(const cli::Record& record) {
  const auto& fields = record.fields;
  return fmt::format("{} {} budget {} limit {}", fields.value("runtime", "?"),
                     fields.value("heuristic", "?"), fields.value("budget", -1),
                     fields.value("overhead_limit", nlohmann::json()).dump());
}

}  // namespace

GoldenFile read_golden(const std::string& records, const std::string& logs) {
  cli::RecordFile file = cli::read_record_file(records);
  cli::LoadedTrace trace = cli::load_trace((std::filesystem::path(logs) / file.trace).string());
  return {std::move(file), std::move(trace)};
}

std::vector<std::string> record_files_in(const std::string& folder) {
  std::vector<std::string> paths;
  if (!std::filesystem::is_directory(folder)) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".jsonl") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string differences(const GoldenFile& golden) {
  const cli::RecordFile& file = golden.records;
  std::string text = text_of(file.path + ":1", "baseline", cli::check_baseline(file, golden.trace));
  for (const cli::Record& record : file.records)
    text += text_of(fmt::format("{}:{}", file.path, record.line), run_of(record),
                    cli::replay_record(file, record, golden.trace));
  return text;
}

}  // namespace rematfuzz::testing
