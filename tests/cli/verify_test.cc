// verify: records that agree, records that do not, and files that are no records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::ordered_json;

namespace fs = std::filesystem;

class VerifyTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::ifstream records(golden_records);
    std::string line;
    std::getline(records, first_line_);
    std::getline(records, line);
    record_ = Json::parse(line);
    fs::create_directory(path("traces"));
    fs::copy_file(golden_log, path("traces/synth-0001.log"));
  }

  // Verifies a file of these lines.
  Finished verify(const std::vector<std::string>& lines,
                  const std::vector<std::string>& options = {}) const {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    write("r.jsonl", text);
    std::vector<std::string> args{"verify", "--traces", "traces", "r.jsonl"};
    args.insert(args.end(), options.begin(), options.end());
    return run(args);
  }

  // The record with another value of a field, as a line.
  std::string changed(const std::string& field, const Json& value) const {
    Json record = record_;
    record[field] = value;
    return record.dump();
  }

  std::string first_line_;
  Json record_;
};

TEST_F(VerifyTest, RecordsAgree) {
  EXPECT_EQ(verify({first_line_, record_.dump()}).out, "1 records, 0 differ\n");
  const Finished all = run({"verify", "--traces", "traces", golden_records});
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_EQ(all.err, "");
  EXPECT_THAT(all.out, EndsWith(" records, 0 differ\n"));
}

TEST_F(VerifyTest, FoldersAreSearchedForRecords) {
  fs::create_directories(path("records/deeper"));
  for (const char* name : {"records/a.jsonl", "records/deeper/b.jsonl", "records/no-records.txt"})
    write(name, first_line_ + "\n");
  const auto verified = json({"verify", "--traces", "records", "--traces", "traces", "records"});
  EXPECT_EQ(verified, Json::parse(R"({"records":0,"baselines":2,"differ":0,"differences":[]})"));
}

TEST_F(VerifyTest, TracesMayBeCompressed) {
  EXPECT_EQ(shell("gzip traces/synth-0001.log").exit_code, 0);
  EXPECT_EQ(verify({first_line_}).exit_code, 0);
}

TEST_F(VerifyTest, DifferencesAreFindings) {
  const Finished text = verify({first_line_, record_.dump(), changed("clock", 12345)});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_EQ(text.err, "");
  EXPECT_THAT(text.out,
              AllOf(StartsWith("r.jsonl:3: RuntimeV1 DTRLocal budget 28 limit 1.25: clock: "
                               "expected 12345, got " +
                               record_["clock"].dump() + "\n"),
                    EndsWith("\n2 records, 1 differ\n")));
  Json first = Json::parse(first_line_);
  first["baseline"]["ops"] = 1;
  EXPECT_THAT(verify({first.dump()}).out,
              StartsWith("r.jsonl:1: baseline: ops: expected 1, got 8\n"));
}

TEST_F(VerifyTest, DifferencesAsJson) {
  verify({first_line_, changed("result", "pass")});
  const auto verified = json({"verify", "--traces", "traces", "r.jsonl"}, "", 1);
  EXPECT_THAT(names_in(verified), ElementsAre("records", "baselines", "differ", "differences"));
  EXPECT_EQ(verified["differ"], 1);
  EXPECT_EQ(verified["differences"], Json::parse(R"([{"file":"r.jsonl","line":2,"field":"result",)"
                                                 R"("expected":"pass","got":"oom"}])"));
}

TEST_F(VerifyTest, TheBudgetMustBeThatOfTheRatio) {
  EXPECT_THAT(verify({first_line_, changed("ratio", 0.5)}).out,
              HasSubstr(": budget: expected 28, got 17\n"));
  EXPECT_EQ(verify({first_line_, changed("ratio", 0.83)}).exit_code, 0);
}

TEST_F(VerifyTest, SaysWhatIsWrongWithARecord) {
  const std::string at = "r.jsonl:2: ";
  const auto error_of = [&](const std::string& field, const Json& value,
                            const std::string& message) {
    expect_error(verify({first_line_, changed(field, value)}), at + message);
  };
  for (const char* text : {"", "[]", "5", "{\"runtime\":"})
    expect_error(verify({first_line_, text}), at + "not a JSON object");
  expect_error(verify({first_line_, "{}"}), at + "no field 'heuristic'");
  for (const char* field : {"heuristic", "runtime"})
    error_of(field, 5, std::string("field '") + field + "' has a value of the wrong kind");
  for (const Json& value : {Json("x"), Json(nullptr), Json(1.5), Json(true), Json::array()})
    error_of("budget", value, "field 'budget' has a value of the wrong kind");
  for (const Json& value : {Json(-5), Json(9223372036854775808U), Json(18446744073709551615U)})
    error_of("budget", value,
             "field 'budget' is " + value.dump() + ", which is no amount of memory");
  for (const Json& value : {Json("x"), Json(true), Json::array()}) {
    error_of("overhead_limit", value, "field 'overhead_limit' has a value of the wrong kind");
    error_of("ratio", value, "field 'ratio' has a value of the wrong kind");
    error_of("seed", value, "field 'seed' has a value of the wrong kind");
  }
  error_of("seed", -5, "field 'seed' has a value of the wrong kind");
  error_of("ratio", -5, "field 'ratio' is -5, below 0");
  error_of("overhead_limit", 0.5, "the overhead limit is 0.5; it must be at least 1");
  error_of("runtime", "RuntimeV3",
           "unknown runtime 'RuntimeV3'; known: RuntimeV1, RuntimeV2, RuntimeV2Eager, "
           "RuntimeV2Optimized, RuntimeV2EagerOptimized");
  EXPECT_THAT(verify({first_line_, changed("heuristic", "\x1b[31m")}).err,
              StartsWith(R"(rematfuzz: r.jsonl:2: unknown policy '\u001b[31m'; known: DTR, )"));
}

TEST_F(VerifyTest, SaysWhatIsWrongWithAFile) {
  const auto error = [&](const std::string& records) {
    const Finished finished = run({"verify", "--traces", "traces", records});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_EQ(error("missing"), "rematfuzz: missing: no such file\n");
  EXPECT_EQ(error("traces"), "rematfuzz: traces: no .jsonl file in it\n");
  EXPECT_THAT(error(std::string(300, 'a')), EndsWith("aaa: File name too long\n"));
  write("empty", "");
  EXPECT_EQ(error("empty"), "rematfuzz: empty: no records\n");
  write("binary", std::string(100, '\0') + "\xff");
  EXPECT_EQ(error("binary"), "rematfuzz: binary:1: not a JSON object\n");
  expect_error(verify({"{}"}), "r.jsonl:1: the first line must have 'trace' and 'baseline'");
  expect_error(verify({R"({"trace":5,"baseline":{}})"}),
               "r.jsonl:1: the first line must have 'trace' and 'baseline'");
}

TEST_F(VerifyTest, SaysThatAFolderMayNotBeRead) {
  fs::create_directories(path("records/secret"));
  fs::permissions(path("records/secret"), fs::perms::none);
  const Finished finished = run({"verify", "--traces", "traces", "records"});
  const bool may = access(path("records/secret").c_str(), R_OK) == 0;
  fs::permissions(path("records/secret"), fs::perms::owner_all);
  if (may) GTEST_SKIP() << "this user may read every folder";
  expect_error(finished, "records: cannot be searched: Permission denied");
}

TEST_F(VerifyTest, SaysWhichTraceItLacks) {
  expect_error(
      verify({R"({"trace":"nope\u001b.log","baseline":{}})"}),
      R"(r.jsonl: its trace 'nope\u001b.log' is in none of the folders given by --traces)");
  for (const char* name : {"", ".", "..", "../traces/synth-0001.log", "synth-0001.log\\u0000x"})
    EXPECT_THAT(verify({std::string(R"({"trace":")") + name + R"(","baseline":{}})"}).err,
                EndsWith(", which is no file's name\n"));
  const Finished finished = run({"verify", golden_records});
  expect_error(finished, "--traces is required; see rematfuzz verify --help");
}

TEST_F(VerifyTest, AgreesWithPublishedRecords) {
  const std::string trace = shared_trace("unet-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  const std::string published = REMATFUZZ_SHARED_DIR "/golden/synthetic/synth-0000.jsonl";
  const auto verified = json({"verify", "--traces", REMATFUZZ_SHARED_DIR "/synthetic", published});
  EXPECT_EQ(verified["differ"], 0);
}

}  // namespace
}  // namespace rematfuzz::testing
