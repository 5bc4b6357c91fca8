// minimize: what it writes shows the finding, anywhere; the same for any number of threads.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A hole of DTR: passes at 7, runs out at 8, with more around it than is needed.
constexpr const char* hole_text = R"(rematfuzz trace 1

w = constant size 5
a = f() size 2 cost 1
b = f() size 1 cost 0
c = f(a) size 0 cost 0
d = f(c) size 0 cost 0
e = f() size 2 cost 0
f = f(d, e) size 0 cost 0
release a
release b
release f
g = f(w) size 0 cost 7
)";

class MinimizeTest : public UnetTest<1> {
 protected:
  // The budget behind "expect: ", and the outcome.
  std::vector<std::pair<std::string, std::string>> expectations(const std::string& file) const {
    std::vector<std::pair<std::string, std::string>> found;
    std::istringstream lines(read(file));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("expect: ")) continue;
      std::istringstream words(line.substr(8));
      words >> found.emplace_back().first >> found.back().second;
    }
    return found;
  }
};

TEST_F(MinimizeTest, WritesATextThatShowsTheFindingAsALogToo) {
  const Json got = json({"minimize", "unet.log", "-o", "m.trace"});
  EXPECT_THAT(names_in(got),
              ElementsAre("trace", "output", "before", "after", "policy", "runtime", "seed",
                          "finding", "complete", "checked", "left", "seconds", "passes"));
  EXPECT_EQ(got["finding"]["kind"], "hole");
  EXPECT_EQ(got["complete"], true);
  EXPECT_EQ(got["left"], 0);
  EXPECT_LE(got["after"]["operators"], 8);
  EXPECT_THAT(read("m.trace"), StartsWith("rematfuzz trace 1\nfinding: hole\npolicy: DTR\n"));
  EXPECT_THAT(read("m.trace"), HasSubstr("origin: unet.log, 163 operators\n"));
  ASSERT_EQ(run({"convert", "m.trace", "-o", "m.log"}).exit_code, 0);
  const auto expected = expectations("m.trace");
  ASSERT_EQ(expected.size(), 2U);
  for (const auto& [budget, outcome] : expected)
    for (const char* file : {"m.trace", "m.log"})
      EXPECT_EQ(json({"run", file, "--budget", budget})["result"], outcome) << file << budget;
  EXPECT_EQ(expected[0].second, "pass");
  EXPECT_EQ(expected[1].second, "oom");
}

TEST_F(MinimizeTest, IsTheSameForAnyNumberOfThreadsAndTheSecondTime) {
  for (const char* threads : {"1", "2", "3"})
    ASSERT_EQ(run({"minimize", "unet.log", "--threads", threads, "-o",
                   std::string("m") + threads + ".trace"})
                  .exit_code,
              0);
  EXPECT_EQ(read("m1.trace"), read("m2.trace"));
  EXPECT_EQ(read("m1.trace"), read("m3.trace"));
  // What the text says of itself is what is minimized.
  ASSERT_EQ(run({"minimize", "m1.trace", "-o", "again.trace"}).exit_code, 0);
  EXPECT_EQ(read("again.trace"), read("m1.trace"));
}

TEST_F(MinimizeTest, TellsWhatItDid) {
  write("h.trace", hole_text);
  const Finished got = run({"minimize", "h.trace"});
  ASSERT_EQ(got.exit_code, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("1-minimal: none of "));
  EXPECT_THAT(got.out, HasSubstr("h.min.trace: "));
  EXPECT_THAT(got.out, Not(HasSubstr("constant")));
  const std::string next = next_command(got.out);
  EXPECT_THAT(next, StartsWith("rematfuzz explain h.min.trace --budget "));
  EXPECT_THAT(shell(next).out, HasSubstr("oom"));
}

TEST_F(MinimizeTest, KeepsWhatACommandSays) {
  write("h.trace", hole_text);
  const Finished got =
      run({"minimize", "h.trace", "--check", "grep -q '\"MEMORY\":\"5\"'", "-o", "c.trace"});
  ASSERT_EQ(got.exit_code, 0) << got.err;
  EXPECT_EQ(read("c.trace"), "rematfuzz trace 1\n\nx0 = f() size 5 cost 0\n");
}

TEST_F(MinimizeTest, KeepsADepthOfNesting) {
  const Json got = json({"minimize", "unet.log", "--keep-nesting", "5", "-o", "m.trace"});
  EXPECT_EQ(got["finding"]["mechanism"].get<std::string>().find("program/pinned/depth-5-8/"), 0U);
}

TEST_F(MinimizeTest, ListsItsPassesAndLeavesThemOut) {
  const std::string passes = run({"minimize", "--list-passes"}).out;
  EXPECT_THAT(passes, HasSubstr("bridge-operators"));
  const Json got = json({"minimize", "unet.log", "--disable-pass", "cut-tail,lower-numbers", "-o",
                         "m.trace", "--time", "2s"});
  for (const Json& pass : got["passes"])
    if (pass["name"] == "cut-tail" || pass["name"] == "lower-numbers") EXPECT_EQ(pass["tried"], 0);
}

TEST_F(MinimizeTest, EndsInTimeWithTheBestSoFar) {
  const Json got = json({"minimize", "unet.log", "--time", "0.05s", "-o", "m.trace"});
  EXPECT_EQ(got["complete"], false);
  for (const auto& [budget, outcome] : expectations("m.trace"))
    EXPECT_EQ(json({"run", "m.trace", "--budget", budget})["result"], outcome);
}

TEST_F(MinimizeTest, CtrlCIsACleanEnd) {
  const int status = signalled({"minimize", "unet.log", "-o", "m.trace"}, SIGINT, handles_ctrl_c);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  for (const auto& [budget, outcome] : expectations("m.trace"))
    EXPECT_EQ(json({"run", "m.trace", "--budget", budget})["result"], outcome);
  EXPECT_THAT(files(), ElementsAre("m.trace", "out", "unet.log"));
}

TEST_F(MinimizeTest, SaysWhatIsWrong) {
  write("h.trace", hole_text);
  expect_error(run({"minimize"}), "TRACE is required");
  expect_error(run({"minimize", "h.trace", "--kind", "hill"}),
               "unknown kind of finding 'hill'; known: hole, inversion, cliff, thrash_pocket, "
               "drift");
  expect_error(run({"minimize", "h.trace", "--kind", "cliff"}), "h.trace: no cliff of DTR");
  expect_error(run({"minimize", "h.trace", "--budget", "100"}),
               "h.trace: no hole of DTR at a budget of 100 bytes");
  expect_error(run({"minimize", "h.trace", "--keep", "all"}),
               "--keep: 'all' is none of place, program, output_condition, frontier, pinned, "
               "unpinned, nesting, turns-on, none");
  expect_error(run({"minimize", "h.trace", "--disable-pass", "no"}),
               "no pass 'no'; --list-passes lists them");
  expect_error(run({"minimize", "h.trace", "--check", "false"}),
               "--check: the command does not end with 0 on the trace itself");
  expect_error(run({"minimize", "h.trace", "--check", "no-such-command"}),
               "--check: there is no command 'no-such-command'");
  write("bad.trace", "rematfuzz trace 1\nfinding: hole\npolicy: DTR\n\na = f() size 1 cost 1\n");
  expect_error(run({"minimize", "bad.trace"}), "the finding's header lacks 'runtime: NAME'");
  EXPECT_THAT(files(), Not(Contains(HasSubstr(".min."))));
}

}  // namespace
}  // namespace rematfuzz::testing
