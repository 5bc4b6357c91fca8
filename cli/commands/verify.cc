// verify: replay reference records and print what differs.
#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/records/record_file.h"
#include "cli/records/replay.h"
#include "cli/report/run_report.h"
#include "cli/text/progress.h"
#include "cli/threads/parallel_for.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

struct VerifyArgs {
  std::vector<std::string> folders;
  std::vector<std::string> records;
  int threads = 0;
  bool json = false;
};

struct Source {
  RecordFile file;
  LoadedTrace trace;
};

// One record, or (line 1) a file's baseline, with what differs there.
struct Checked {
  const Source* source = nullptr;
  const Record* record = nullptr;  // none: the baseline
  std::vector<Difference> differences;

  std::size_t line() const { return record == nullptr ? 1 : record->line; }
};

std::string find_log(const std::vector<std::string>& folders, const RecordFile& file) {
  for (const std::string& folder : folders)
    for (const char* packed : {"", ".zst", ".gz"}) {
      const auto path = std::filesystem::path(folder) / (file.trace + packed);
      if (std::filesystem::exists(path)) return path.string();
    }
  throw InputError(fmt::format("{}: its trace {} is in none of the folders given by --traces",
                               printable(file.path), quote(file.trace)));
}

std::vector<Source> load_sources(const VerifyArgs& args) {
  std::vector<Source> sources;
  for (const std::string& path : expand_record_paths(args.records)) {
    RecordFile file = read_record_file(path);
    LoadedTrace trace = load_trace(find_log(args.folders, file));
    sources.push_back({std::move(file), std::move(trace)});
  }
  return sources;
}

std::vector<Checked> check_all(const std::vector<Source>& sources, int threads) {
  std::vector<Checked> checked;
  for (const Source& source : sources) {
    checked.push_back({&source, nullptr, check_baseline(source.file, source.trace)});
    for (const Record& record : source.file.records) checked.push_back({&source, &record, {}});
  }
  ProgressBar progress("verify", checked.size());
  parallel_for(checked.size(), threads, [&](std::size_t i) {
    Checked& one = checked[i];
    if (one.record != nullptr)
      one.differences = replay_record(one.source->file, *one.record, one.source->trace);
    progress.advance();
  });
  return checked;
}

std::string what_ran(const Checked& one) {
  if (one.record == nullptr) return "baseline";
  const auto& fields = one.record->fields;
  return fmt::format("{} {} budget {} limit {}", fields["runtime"].get<std::string>(),
                     fields["heuristic"].get<std::string>(), fields["budget"].dump(),
                     fields.value("overhead_limit", nlohmann::json()).dump());
}

std::string difference_text(const Checked& one) {
  std::string text;
  for (const Difference& difference : one.differences)
    fmt::format_to(std::back_inserter(text), "{}:{}: {}: {}: expected {}, got {}\n",
                   printable(one.source->file.path), one.line(), what_ran(one), difference.field,
                   printable(difference.expected.dump()), difference.got.dump());
  return text;
}

Json difference_json(const Checked& one) {
  Json json = Json::array();
  for (const Difference& difference : one.differences)
    json.push_back({{"file", one.source->file.path},
                    {"line", one.line()},
                    {"field", difference.field},
                    {"expected", difference.expected},
                    {"got", difference.got}});
  return json;
}

}  // namespace

std::function<int()> bind_verify(CLI::App& app) {
  auto args = std::make_shared<VerifyArgs>();
  app.add_option("--traces", args->folders, "a folder with the logs (repeatable)")
      ->type_name("FOLDER")
      ->allow_extra_args(false)
      ->required();
  app.add_option("RECORDS", args->records, "record files, or folders of .jsonl files")
      ->type_name("")
      ->required();
  add_threads_option(app, args->threads);
  app.add_flag("--json", args->json, "one JSON object: records, baselines, differ, differences");
  return [args]() -> int {
    const std::vector<Source> sources = load_sources(*args);
    std::size_t records = 0;
    std::size_t baselines = 0;
    std::size_t differ = 0;
    std::string text;
    Json differences = Json::array();
    for (const Checked& one : check_all(sources, args->threads)) {
      ++(one.record == nullptr ? baselines : records);
      if (one.differences.empty()) continue;
      ++differ;
      text += difference_text(one);
      for (const Json& difference : difference_json(one)) differences.push_back(difference);
    }
    // The closing line has one form for people and scripts alike. A baseline that differs counts
    // among those that differ.
    text += fmt::format("{} records, {} differ\n", records, differ);
    print(args->json ? json_text({{"records", records},
                                  {"baselines", baselines},
                                  {"differ", differ},
                                  {"differences", differences}})
                     : text);
    return differ == 0 ? exit_fine : exit_finding;
  };
}

}  // namespace rematfuzz::cli
