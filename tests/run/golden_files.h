// Folders of reference records, and what of them does not agree with the simulator.
#pragma once

#include <string>
#include <vector>

#include "cli/options/trace_option.h"
#include "cli/records/record_file.h"
#include "cli/records/replay.h"

namespace rematfuzz::testing {

// One record file and the log that it is about.
struct GoldenFile {
  cli::RecordFile records;
  cli::LoadedTrace trace;
};

// Reads `records` and its log in the folder `logs`.
GoldenFile read_golden(const std::string& records, const std::string& logs);

// The paths of the .jsonl files in `folder` itself; none if it does not exist.
std::vector<std::string> record_files_in(const std::string& folder);

// A line for every field, of the baseline and of all records, that differs:
// "FILE:LINE: RUN: FIELD: expected X, got Y".
std::string differences(const GoldenFile& golden);

}  // namespace rematfuzz::testing
