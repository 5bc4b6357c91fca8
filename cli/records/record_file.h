// Files of reference records: what another simulator printed, to be held against ours.
//
// JSON lines. The first: {"trace": NAME, "baseline": {...}}. Every other: one run (runtime,
// heuristic, budget, overhead_limit or null, and the quantities of its result).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rematfuzz::cli {

struct Record {
  std::size_t line = 0;  // in its file, from 1
  nlohmann::json fields;
};

struct RecordFile {
  std::string path;
  std::string trace;  // the log's file name
  nlohmann::json baseline;
  std::vector<Record> records;
};

// Throws InputError "FILE:LINE: WHAT".
RecordFile read_record_file(const std::string& path);

// The files named, and for a folder all .jsonl files below it, in order of their names.
// Throws InputError where there is nothing.
std::vector<std::string> expand_record_paths(const std::vector<std::string>& paths);

}  // namespace rematfuzz::cli
