// compare: its rows against maps and runs, its formats, and its lists of policies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cli/compare/policy_list.h"
#include "sim/base/error.h"
#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Runtime& optimized() { return find_runtime("RuntimeV2EagerOptimized"); }

TEST(PolicyList, NamesAreTakenInTheirOrder) {
  EXPECT_THAT(cli::parse_policies("LRU,DTR", optimized()), ElementsAre("LRU", "DTR"));
  for (const char* text : {"", ",", "DTR,", "DTR,,LRU", "DTR,DTR", "X", "all,DTR"})
    EXPECT_THROW(cli::parse_policies(text, optimized()), InputError) << text;
}

TEST(PolicyList, AllAreTheDistinctOnesThatTheRuntimeServes) {
  const auto all = cli::parse_policies("all", optimized());
  EXPECT_EQ(all.size(), 19U);
  EXPECT_THAT(all, AllOf(Contains("DTR"), Not(Contains("AbESizeStale"))));
  const auto plain = cli::parse_policies("all", find_runtime("RuntimeV1"));
  EXPECT_THAT(plain, AllOf(Contains("LRU"), Not(Contains("DTR")), Not(Contains("DTREqClass"))));
}

TEST(PolicyList, TheAblationHasSixteen) {
  const auto names = cli::parse_policies("ablation", optimized());
  EXPECT_EQ(names.size(), 16U);
  for (const std::string& name : names) EXPECT_THAT(name, StartsWith("Ab"));
}

class CompareTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ASSERT_EQ(run({"gen", "unet", "--depth", "2", "-o", "unet.log"}).exit_code, 0);
    ASSERT_EQ(shell("cp " + golden_log + " small.log").exit_code, 0);
  }

  static std::vector<std::string> compare(std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", "unet.log", "small.log", "--policies", "DTR,LRU"});
    return more;
  }
};

// What is measured is no part of what has to be the same.
nlohmann::ordered_json without_times(nlohmann::ordered_json rows) {
  for (auto& row : rows) row.erase("seconds");
  return rows;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST_F(CompareTest, ARowATraceAndPolicyInTheirOrder) {
  const auto rows = json(compare({}));
  std::vector<std::string> order;
  for (const auto& row : rows)
    order.push_back(row["trace"].get<std::string>() + " " + row["policy"].get<std::string>());
  EXPECT_THAT(order, ElementsAre("unet.log DTR", "unet.log LRU", "small.log DTR", "small.log LRU"));
  EXPECT_THAT(names_in(rows[0]),
              ElementsAre("trace", "policy", "runtime", "overhead_limit", "seed", "smallest_pass",
                          "smallest_ratio", "holes", "hole_bytes", "worst_inversion", "worst_cliff",
                          "result_at_0.3", "overhead_at_0.3", "result_at_0.5", "overhead_at_0.5",
                          "result_at_0.7", "overhead_at_0.7", "seconds"));
  EXPECT_EQ(rows[0]["overhead_limit"], 3);
}

TEST_F(CompareTest, SaysWhatRunsSay) {
  for (const auto& row : json(compare({"--ratios", "0,0.45,0.8,1"}))) {
    const auto run_with = [&](const std::string& option, const std::string& value) {
      return json(
          {"run", row["trace"], "--policy", row["policy"], "--overhead-limit", "3", option, value});
    };
    for (const std::string ratio : {"0", "0.45", "0.8", "1"}) {
      const auto plain = run_with("--ratio", ratio);
      EXPECT_EQ(row["result_at_" + ratio], plain["result"]);
      EXPECT_EQ(row["overhead_at_" + ratio], plain["overhead"]);
    }
    const auto smallest = row["smallest_pass"].get<std::int64_t>();
    EXPECT_EQ(run_with("--budget", std::to_string(smallest))["result"], "pass");
    EXPECT_NE(run_with("--budget", std::to_string(smallest - 1))["result"], "pass");
  }
}

// Holes that a sweep crosses, the map has.
TEST_F(CompareTest, CountsTheHolesOfUnet) {
  ASSERT_EQ(run({"gen", "unet", "--depth", "3", "-o", "deep.log"}).exit_code, 0);
  const auto rows = json({"compare", "deep.log", "--policies", "DTR"});
  EXPECT_GE(rows[0]["holes"], 2);
  EXPECT_GT(rows[0]["hole_bytes"], 0);
}

TEST_F(CompareTest, TheRowsDoNotDependOnTheNumberOfThreads) {
  EXPECT_EQ(without_times(json(compare({"--threads", "1"}))),
            without_times(json(compare({"--threads", "4"}))));
}

TEST_F(CompareTest, TablesSayWhatHoldsForAllRows) {
  const Finished text = run(compare({}));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  const auto lines = lines_of(text.out);
  ASSERT_EQ(lines.size(), 2U + 1 + 4);
  EXPECT_EQ(lines[0], "RuntimeV2EagerOptimized, overhead limit 3");
  EXPECT_THAT(lines[2], AllOf(StartsWith("trace "), HasSubstr(" at 0.5 "), HasSubstr("holes")));
  EXPECT_THAT(lines[3], StartsWith("unet.log   DTR "));
  const Finished random = run({"compare", "small.log", "--policies", "AbRandom", "--seed", "7"});
  EXPECT_THAT(random.out, HasSubstr(", seed 7 where a policy draws at random\n"));
}

TEST_F(CompareTest, MarkdownIsATable) {
  const auto lines = lines_of(run(compare({"--format", "markdown", "--ratios", "0.5"})).out);
  ASSERT_EQ(lines.size(), 2U + 2 + 4);
  EXPECT_THAT(lines[2], StartsWith("| trace | policy | smallest pass |"));
  EXPECT_THAT(lines[3], StartsWith("|---|---|---:|"));
  const auto bars = [](const std::string& line) { return std::ranges::count(line, '|'); };
  for (std::size_t i = 3; i < lines.size(); ++i) EXPECT_EQ(bars(lines[i]), bars(lines[2]));
}

TEST_F(CompareTest, CsvHasTheNamesAndValuesOfTheJson) {
  const auto rows = without_times(json(compare({"--ratios", "0.5"})));
  const auto lines = lines_of(run(compare({"--ratios", "0.5", "--format", "csv"})).out);
  ASSERT_EQ(lines.size(), rows.size() + 1);
  EXPECT_THAT(lines[0], StartsWith("trace,policy,runtime,overhead_limit,seed,smallest_pass,"));
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_THAT(lines[i + 1],
                StartsWith(rows[i]["trace"].get<std::string>() + "," +
                           rows[i]["policy"].get<std::string>() + ",RuntimeV2EagerOptimized,3.0,," +
                           rows[i]["smallest_pass"].dump()));
}

TEST_F(CompareTest, QuotesNamesInCsv) {
  ASSERT_EQ(shell("cp small.log 'a \"b\", c.log'").exit_code, 0);
  EXPECT_THAT(run({"compare", "a \"b\", c.log", "--policies", "LRU", "--format", "csv"}).out,
              HasSubstr("\n\"a \"\"b\"\", c.log\",LRU,"));
}

TEST_F(CompareTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(run({"compare", "missing", "--policies", "X"}).err,
              HasSubstr("unknown policy 'X'; known: DTR, "));
  EXPECT_THAT(run({"compare", "missing", "--policies", "DTR", "--runtime", "RuntimeV2"}).err,
              HasSubstr("DTR reads regions, which RuntimeV2 does not maintain"));
  expect_error(run({"compare", "missing", "--policies", "DTR"}), "missing: no such file");
  expect_error(run(compare({"--ratios", "0.5,1.5"})),
               "--ratios: 1.5 is above 1; a map ends at the baseline's peak");
  EXPECT_EQ(run(compare({"--ratios", "0.5,"})).exit_code, 2);
  expect_error(run(compare({"--format", "xml"})),
               "--format: 'xml' is no format; there are table, markdown, csv, json");
  EXPECT_EQ(run({"compare", "unet.log"}).exit_code, 2);
  EXPECT_EQ(run(compare({"--policy", "DTR"})).exit_code, 2);
}

}  // namespace
}  // namespace rematfuzz::testing
