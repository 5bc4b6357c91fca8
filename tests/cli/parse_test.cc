// The command line as a library has it: parsed and not acted on, messages that are printable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/compare/policy_list.h"
#include "cli/program.h"
#include "cli/records/record_file.h"
#include "cli/records/replay.h"
#include "sim/base/error.h"
#include "sim/run/runtime.h"
#include "tests/cli/program.h"
#include "tests/error_of.h"

namespace rematfuzz::cli {
namespace {

using rematfuzz::testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ParseTest : public rematfuzz::testing::ProgramTest {};

std::string usage_error(const std::vector<std::string>& words) {
  return error_of([&] { parse_program(words); });
}

TEST_F(ParseTest, DoesNothingBeforeItIsToldTo) {
  const std::function<int()> generate =
      parse_program({"gen", "unet", "--depth", "1", "-o", path("a.log")});
  EXPECT_TRUE(files().empty());
  EXPECT_EQ(generate(), 0);
  EXPECT_EQ(files(), std::vector<std::string>{"a.log"});
}

// The action reads the parser still, when a later one has come and gone.
TEST_F(ParseTest, ActionsOutliveTheirParsing) {
  const std::function<int()> explain = parse_program(
      {"explain", rematfuzz::testing::golden_log, "--ratio", "0.7", "--dot", path("a.dot")});
  parse_program({"explain", "b.log", "--ratio", "0.1"});
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(explain(), 0);
  EXPECT_THAT(::testing::internal::GetCapturedStdout(), HasSubstr("\nresult    oom\n"));
  EXPECT_EQ(files(), std::vector<std::string>{"a.dot"});
}

TEST_F(ParseTest, UsageErrorsArePrintable) {
  EXPECT_EQ(
      usage_error({"run", "a", "--nope\n\x1b[2J"}),
      R"(The following argument was not expected: --nope\n\u001b[2J; see rematfuzz run --help)");
  EXPECT_EQ(usage_error({"policies", "--json=\r\xff"}),
            R"(Could not convert: --json = \r\xff; see rematfuzz policies --help)");
  EXPECT_EQ(usage_error({"run", "a", "--ratio", "1", "--neighborhood", "\u202e"}),
            R"(--neighborhood: \u202e not in {incremental,fresh}; see rematfuzz run --help)");
  EXPECT_THAT(usage_error({"a\tb"}), StartsWith(R"('a\tb' is no COMMAND: there are gen,)"));
}

TEST_F(ParseTest, UnknownNamesArePrintable) {
  const Runtime& runtime = find_runtime("RuntimeV1");
  EXPECT_THAT(error_of([&] { parse_policies("D\x1bTR\n", runtime); }),
              StartsWith(R"(unknown policy 'D\u001bTR\n'; known: DTR, )"));
  EXPECT_THAT(error_of([] { find_runtime("\xc2\x9b"); }),
              StartsWith(R"(unknown runtime '\u009b'; known: RuntimeV1, )"));
}

TEST_F(ParseTest, PathsOfRecordsArePrintable) {
  const auto ends = [&](const std::string& end) {
    return ::testing::EndsWith(R"(/bad\nname)" + end);
  };
  const std::string file = write("bad\nname", "{}\n");
  EXPECT_THAT(error_of([&] { read_record_file(file); }),
              ends(":1: the first line must have 'trace' and 'baseline'"));
  write("bad\nname", "");
  EXPECT_THAT(error_of([&] { read_record_file(file); }), ends(": no records"));
  const RecordFile records{.path = file, .trace = "", .baseline = {}, .records = {}};
  EXPECT_THAT(error_of([&] {
                replay_record(records, {.line = 2, .fields = nlohmann::json::object()}, {});
              }),
              ends(":2: no field 'heuristic'"));
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  EXPECT_THAT(error_of([&] { expand_record_paths({file}); }), ends(": no .jsonl file in it"));
}

}  // namespace
}  // namespace rematfuzz::cli
