// Replays reference records and says what differs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/options/trace_option.h"
#include "cli/records/record_file.h"

namespace rematfuzz::cli {

struct Difference {
  std::string field;
  nlohmann::json expected;
  nlohmann::json got;
};

// What differs between a record file's baseline and that of its trace.
std::vector<Difference> check_baseline(const RecordFile& file, const LoadedTrace& trace);

// Runs what the record ran and compares every field that the record has and a run reports; also
// whether its budget is what its ratio gives. Throws InputError "FILE:LINE: WHAT" if the record
// cannot be replayed: a field is missing or of the wrong kind, an unknown policy or runtime.
std::vector<Difference> replay_record(const RecordFile& file, const Record& record,
                                      const LoadedTrace& trace);

}  // namespace rematfuzz::cli
