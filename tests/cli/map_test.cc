// map: every budget of a range, as text, JSON and CSV, and its range options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/slow_build.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class MapTest : public UnetTest<2> {
 protected:
  static std::vector<std::string> map_args(std::vector<std::string> more) {
    std::vector<std::string> args{"map", "unet.log"};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  }
  Finished map(std::vector<std::string> more = {}) const { return run(map_args(std::move(more))); }
  nlohmann::ordered_json map_json(std::vector<std::string> more = {}) const {
    return json(map_args(std::move(more)));
  }
};

TEST_F(MapTest, ShowsTheHolesOfAUnet) {
  const Finished finished = map();
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out,
              StartsWith("unet.log, DTR on RuntimeV2EagerOptimized\n"
                         "budgets from 1,971,218,340 to 7,069,959,508 bytes (ratio 0.278816 to "
                         "1.000000): 716 regimes in 8 segments\n\nresult     ratio     budget "));
  EXPECT_THAT(
      finished.out,
      EndsWith(
          "\n\n##################!!............................................................\n"
          ". pass   # oom   ! holds a hole narrower than a column\n\n"
          "hole of 446,280 bytes: oom from 3,184,982,964 to 3,185,429,243 (ratio 0.450495 to "
          "0.450558), though 3,184,982,963 passes\n"
          "hole of 295,424 bytes: oom from 3,140,112,892 to 3,140,408,315 (ratio 0.444149 to "
          "0.444190), though 3,140,112,891 passes\n"
          "hole of 295,168 bytes: oom from 3,136,571,388 to 3,136,866,555 (ratio 0.443648 to "
          "0.443689), though 3,136,571,387 passes\n"
          "next: rematfuzz findings unet.log --policy DTR --runtime RuntimeV2EagerOptimized\n"));
  EXPECT_EQ(shell(next_command(finished.out)).exit_code, 1);
}

TEST_F(MapTest, JsonIsWhatRunPrintsAtBothEndsOfEachRegime) {
  const auto whole = map_json({"--from", "0.4432", "--to", "0.4445"});
  EXPECT_THAT(names_in(whole), ElementsAre("trace", "digest", "policy", "runtime", "complete",
                                           "overhead_limit", "from", "to", "baseline", "regimes"));
  EXPECT_EQ(whole["trace"], "unet.log");
  EXPECT_EQ(whole["policy"], "DTR");
  EXPECT_EQ(whole["runtime"], "RuntimeV2EagerOptimized");
  EXPECT_EQ(whole["complete"], true);
  EXPECT_TRUE(whole["overhead_limit"].is_null());
  ASSERT_GT(whole["regimes"].size(), 10U);
  std::int64_t at = whole["from"];
  std::size_t seen = 0;
  for (const auto& regime : whole["regimes"]) {
    EXPECT_THAT(names_in(regime), ElementsAre("lo", "hi", "result", "clock", "overhead",
                                              "remat_compute", "evictions", "peak_memory"));
    EXPECT_EQ(regime["lo"], at);
    at = regime["hi"];
    if (slow_build && ++seen % 8 != 0) continue;
    for (const std::int64_t budget : {regime["lo"].get<std::int64_t>(), at - 1}) {
      const auto one = json({"run", "unet.log", "--budget", std::to_string(budget)});
      for (const char* field :
           {"result", "clock", "overhead", "remat_compute", "evictions", "peak_memory"})
        EXPECT_EQ(regime[field], one[field]) << field << " at " << budget;
    }
  }
  EXPECT_EQ(at, whole["to"]);
}

TEST_F(MapTest, CsvHasTheSameRows) {
  const auto whole = map_json({"--from", "0.443"});
  const Finished csv = map({"--from", "0.443", "--csv"});
  EXPECT_EQ(csv.exit_code, 0);
  EXPECT_EQ(csv.err, "");
  std::string expected = "lo,hi,result,clock,overhead,remat_compute,evictions,peak_memory\n";
  for (const auto& regime : whole["regimes"]) {
    std::string row;
    for (const auto& [field, value] : regime.items())
      row += (row.empty() ? "" : ",") + (value.is_null()     ? ""
                                         : value.is_string() ? value.get<std::string>()
                                                             : value.dump());
    expected += row + "\n";
  }
  EXPECT_EQ(csv.out, expected);
}

TEST_F(MapTest, TakesRangesAsRatiosAndAsBytes) {
  const auto range = [&](std::vector<std::string> options) {
    const auto whole = map_json(std::move(options));
    return whole["from"].dump() + " " + whole["to"].dump();
  };
  EXPECT_EQ(range({}), "1971218340 7069959509");
  EXPECT_EQ(range({"--from", "0.99"}), "6999259912 7069959509");
  EXPECT_EQ(range({"--from", "0.99", "--to", "0.99"}), "6999259912 6999259913");
  EXPECT_EQ(range({"--from-bytes", "6999259912", "--to", "1.5"}), "6999259912 10604939263");
  EXPECT_EQ(range({"--from-bytes", "1.9GiB", "--to-bytes", "1.91 GiB"}), "2040109465 2050846884");
  EXPECT_EQ(range({"--to-bytes", "1971218340"}), "1971218340 1971218341");
  EXPECT_EQ(range({"--from", "1", "--to-bytes", "9223372036854775807"}), "7069959508 null");
  const auto top = map_json({"--from", "1", "--to-bytes", "9223372036854775807"});
  EXPECT_TRUE(top["regimes"].back()["hi"].is_null());
}

TEST_F(MapTest, RefusesRangesThatAreNone) {
  const auto error = [&](std::vector<std::string> options) {
    const Finished finished = map(std::move(options));
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_EQ(error({"--from", "0.5", "--from-bytes", "5"}),
            "rematfuzz: give either --from or --from-bytes, not both\n");
  EXPECT_EQ(error({"--to", "0.5", "--to-bytes", "5"}),
            "rematfuzz: give either --to or --to-bytes, not both\n");
  EXPECT_EQ(error({"--from-bytes", "6", "--to-bytes", "5"}),
            "rematfuzz: the range is empty: it starts at 6 bytes, and ends at 5\n");
  EXPECT_EQ(error({"--to-bytes", "5"}),
            "rematfuzz: the range is empty: it starts at 1971218340 bytes, the smallest budget "
            "that could possibly pass, and ends at 5\n");
  EXPECT_EQ(error({"--from", "2"}),
            "rematfuzz: the range is empty: it starts at 14139919016 bytes, and ends at "
            "7069959508, the baseline's peak\n");
  EXPECT_EQ(error({"--from", "x"}), "rematfuzz: --from: 'x' is not a number from 0 up\n");
  EXPECT_THAT(error({"--to-bytes", "x"}),
              StartsWith("rematfuzz: --to-bytes: 'x' is not an amount of memory ("));
  EXPECT_EQ(error({"--json", "--csv"}), "rematfuzz: give either --json or --csv, not both\n");
  EXPECT_THAT(error({"--policy", "X"}), StartsWith("rematfuzz: unknown policy 'X'; known: "));
}

TEST_F(MapTest, SavesTheMap) {
  const std::vector<std::string> part{"--from", "0.44"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), part.begin(), part.end());
    return map(std::move(more));
  };
  const Finished saved = with({"-o", "a map.json"});
  EXPECT_EQ(saved.exit_code, 0);
  EXPECT_EQ(saved.err, "");
  EXPECT_THAT(saved.out, EndsWith("\nnext: rematfuzz findings 'a map.json'\n"));
  EXPECT_EQ(read("a map.json"), with({"--json"}).out);
  EXPECT_EQ(shell(next_command(saved.out)).exit_code, 1);

  const Finished quiet = with({"-o", "b.json", "--json"});
  EXPECT_EQ(quiet.out, "");
  EXPECT_EQ(quiet.err, "rematfuzz: wrote b.json; next: rematfuzz findings b.json\n");
  EXPECT_EQ(read("b.json"), read("a map.json"));
  const Finished csv = with({"-o", "m.csv", "--csv"});
  EXPECT_EQ(csv.out, "");
  EXPECT_EQ(read("m.csv"), with({"--csv"}).out);
  EXPECT_EQ(shell(next_command(csv.err)).exit_code, 1);
  EXPECT_EQ(with({"-o", "-", "--csv"}).out, read("m.csv"));
}

TEST_F(MapTest, LeavesNothingHalfWritten) {
  expect_error(map({"--from", "1", "-o", "no/such/folder"}),
               "no/such/folder: cannot be written: No such file or directory");
  expect_error(map({"--from", "1", "-o", ""}), ": cannot be written: No such file or directory");
  write("kept.json", "old");
  expect_error(map({"--from", "2", "-o", "kept.json"}),
               "the range is empty: it starts at 14139919016 bytes, and ends at 7069959508, the "
               "baseline's peak");
  EXPECT_EQ(shell("ulimit -f 1; rematfuzz map unet.log --json -o kept.json").exit_code, 2);
  EXPECT_EQ(read("kept.json"), "old");
  EXPECT_THAT(files(), ElementsAre("kept.json", "unet.log"));
}

TEST_F(MapTest, SaysHowItRan) {
  const std::vector<std::string> options{"--from",           "0.45", "--policy", "RandomStorage",
                                         "--seed",           "7",    "--retain", "3",
                                         "--overhead-limit", "1.5"};
  const Finished text = map(options);
  EXPECT_THAT(text.out, StartsWith("unet.log, RandomStorage on RuntimeV2EagerOptimized, overhead "
                                   "limit 1.5, retaining 3, seed 7\n"));
  EXPECT_THAT(next_command(text.out),
              AllOf(HasSubstr(" --policy RandomStorage "), HasSubstr(" --overhead-limit 1.5 "),
                    HasSubstr(" --retain 3 "), HasSubstr(" --seed 7 --from-bytes 3181481778")));
  EXPECT_LE(shell(next_command(text.out)).exit_code, 1);
  const auto whole = map_json(options);
  EXPECT_EQ(whole["overhead_limit"], 1.5);
  EXPECT_EQ(whole["retain"], nlohmann::json{3});
  EXPECT_EQ(whole["seed"], 7);
}

TEST_F(MapTest, ThrashIsNoHole) {
  const std::string text =
      map({"--from", "0.443", "--to", "0.4445", "--overhead-limit", "1.23"}).out;
  EXPECT_THAT(text, HasSubstr("\n. pass   ~ thrash\n\nno hole: "));
}

TEST_F(MapTest, ThreadsChangeNothing) {
  const Finished one = map({"--from", "0.44", "--threads", "1", "--json"});
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out, map({"--from", "0.44", "--threads", "4", "--json"}).out);
}

TEST_F(MapTest, TheStripIsAsWideAsTheTerminal) {
  const std::string command = "export NO_COLOR=1; stty cols 40 <&1; rematfuzz map unet.log ";
  EXPECT_THAT(on_terminal(command).out,
              HasSubstr("\n#########!..............................\r\n"));
  EXPECT_THAT(on_terminal("unset NO_COLOR; rematfuzz map unet.log").out,
              HasSubstr("\n\x1b[31m##################\x1b[0m\x1b[31m!!\x1b[0m\x1b[32m....."));
  EXPECT_THAT(on_terminal("unset NO_COLOR; rematfuzz map unet.log --from 1 --json").out,
              Not(HasSubstr("\x1b[")));
}

}  // namespace
}  // namespace rematfuzz::testing
