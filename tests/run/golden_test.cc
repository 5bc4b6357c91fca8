// All reference records there are: those beside the repository, where they are present.
//
// A part of them is in tests/data/golden; golden_data_test.cc replays that everywhere.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/run/golden_files.h"

namespace rematfuzz::testing {
namespace {

const std::string shared = REMATFUZZ_SHARED_DIR;

void replay_all(const std::string& folder, const std::string& logs) {
  const std::vector<std::string> files = record_files_in(folder);
  if (files.empty()) GTEST_SKIP() << "no golden records in " << folder;
  std::size_t replayed = 0;
  for (const std::string& file : files) {
    const GoldenFile golden = read_golden(file, logs);
    EXPECT_EQ(differences(golden), "");
    replayed += golden.records.records.size();
  }
  fmt::print("{} records of {} files replayed\n", replayed, files.size());
}

TEST(Golden, SyntheticRecordsAgree) {
  replay_all(shared + "/golden/synthetic", shared + "/synthetic");
}

TEST(Golden, RealRecordsAgree) { replay_all(shared + "/golden", shared + "/traces"); }

}  // namespace
}  // namespace rematfuzz::testing
