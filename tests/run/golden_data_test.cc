// The reference records that come with the repository, and that replaying them can fail.
//
// tests/data/golden holds 13 synthetic logs with all their records, chosen to cover every runtime,
// policy and outcome that the reference printed, and every kind of instruction.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/policy/policy_table.h"
#include "sim/run/runtime.h"
#include "tests/run/golden_files.h"

namespace rematfuzz::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string data = REMATFUZZ_TEST_DATA "/golden";

std::vector<GoldenFile> all_golden_data() {
  std::vector<GoldenFile> all;
  for (const std::string& path : record_files_in(data)) all.push_back(read_golden(path, data));
  return all;
}

GoldenFile one_golden_file() { return read_golden(data + "/synth-0001.jsonl", data); }

TEST(GoldenData, RecordsAgree) {
  const std::vector<GoldenFile> all = all_golden_data();
  ASSERT_EQ(all.size(), 13U);
  for (const GoldenFile& golden : all) EXPECT_EQ(differences(golden), "");
}

TEST(GoldenData, CoversEveryRuntimePolicyAndOutcome) {
  std::set<std::string> seen;
  for (const GoldenFile& golden : all_golden_data())
    for (const cli::Record& record : golden.records.records)
      for (const char* name : {"runtime", "heuristic", "result"})
        seen.insert(record.fields.at(name).get<std::string>());
  for (const Runtime& runtime : runtime_table())
    EXPECT_TRUE(seen.contains(std::string(runtime.name))) << runtime.name;
  for (const PolicyEntry& entry : policy_table())
    EXPECT_EQ(seen.contains(std::string(entry.name)), !entry.policy->randomized()) << entry.name;
  for (const char* outcome : {"pass", "oom", "thrash"})
    EXPECT_TRUE(seen.contains(outcome)) << outcome;
}

TEST(GoldenData, EveryFieldOfARecordIsCompared) {
  const GoldenFile golden = one_golden_file();
  const cli::Record& right = golden.records.records.front();
  for (const char* name : {"result", "clock", "remat_compute", "model_compute", "peak_memory",
                           "bottleneck_memory", "heuristic_evals", "heuristic_accesses",
                           "evictions", "evicted_storages", "eviction_sha1", "eviction_sequence"}) {
    cli::Record wrong = right;
    wrong.fields.at(name) = "changed";
    const auto found = cli::replay_record(golden.records, wrong, golden.trace);
    ASSERT_EQ(found.size(), 1U) << name;
    EXPECT_EQ(found[0].field, name);
    EXPECT_EQ(found[0].expected, json("changed")) << name;
    EXPECT_EQ(found[0].got, right.fields.at(name)) << name;
  }
}

TEST(GoldenData, EveryFieldOfABaselineIsCompared) {
  const GoldenFile golden = one_golden_file();
  for (const auto& [name, value] : golden.records.baseline.items()) {
    cli::RecordFile wrong = golden.records;
    wrong.baseline.at(name) = value.get<std::int64_t>() + 1;
    const auto found = cli::check_baseline(wrong, golden.trace);
    ASSERT_EQ(found.size(), 1U) << name;
    EXPECT_EQ(found[0].field, name);
    EXPECT_EQ(found[0].got, value) << name;
  }
}

TEST(GoldenData, ADifferenceSaysWhereWhatExpectedAndGot) {
  GoldenFile golden = one_golden_file();
  golden.records.path = "here.jsonl";
  golden.records.records.resize(1);
  json& fields = golden.records.records.front().fields;
  const json clock = fields["clock"];
  fields["clock"] = 12345;
  EXPECT_EQ(differences(golden), "here.jsonl:2: " + fields["runtime"].get<std::string>() + " " +
                                     fields["heuristic"].get<std::string>() + " budget " +
                                     fields["budget"].dump() + " limit " +
                                     fields["overhead_limit"].dump() +
                                     ": clock: expected 12345, got " + clock.dump() + "\n");
}

TEST(GoldenData, ARecordOfAnUnknownPolicyIsAnErrorOfItsLine) {
  GoldenFile golden = one_golden_file();
  golden.records.path = "here.jsonl";
  golden.records.records.front().fields["heuristic"] = "Nobody";
  try {
    differences(golden);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("here.jsonl:2: unknown policy 'Nobody'"));
  }
}

}  // namespace
}  // namespace rematfuzz::testing
