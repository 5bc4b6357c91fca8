// recommend: against runs, its exit codes, and how it reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

class RecommendTest : public UnetTest<2> {
 protected:
  // So many thousandths of the baseline's peak, as an argument.
  std::string bytes(std::int64_t thousandths) const {
    return std::to_string(peak() * thousandths / 1000);
  }
  std::int64_t peak() const {
    return json({"info", "unet.log"})["peak_memory"].get<std::int64_t>();
  }
  static std::vector<std::string> recommend(const std::string& memory,
                                            std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"recommend", "unet.log", "--memory", memory});
    return more;
  }
  nlohmann::ordered_json run_at(std::int64_t budget) const {
    return json({"run", "unet.log", "--budget", std::to_string(budget)});
  }
};

TEST_F(RecommendTest, JsonHasItsNames) {
  const auto got = json(recommend(bytes(700)));
  EXPECT_THAT(names_in(got), ElementsAre("trace", "policy", "runtime", "overhead_limit", "memory",
                                         "most", "recommended", "smallest", "at_memory"));
  EXPECT_THAT(names_in(got["recommended"]), ElementsAre("budget", "ratio", "result", "overhead",
                                                        "regime", "below", "above", "command"));
  EXPECT_THAT(names_in(got["recommended"]["below"]), ElementsAre("kind", "from", "to", "distance"));
}

TEST_F(RecommendTest, SaysWhatRunsSay) {
  const auto got = json(recommend(bytes(700)));
  EXPECT_EQ(std::to_string(got["memory"].get<std::int64_t>()), bytes(700));
  for (const char* name : {"recommended", "smallest", "at_memory"}) {
    const auto plain = run_at(got[name]["budget"]);
    EXPECT_EQ(got[name]["result"], plain["result"]) << name;
    EXPECT_EQ(got[name]["overhead"], plain["overhead"]) << name;
  }
  EXPECT_EQ(run_at(got["smallest"]["budget"].get<std::int64_t>() - 1)["result"], "oom");
  EXPECT_LE(got["recommended"]["overhead"], got["at_memory"]["overhead"]);
  // Nothing on a grid does better.
  for (std::int64_t thousandths = 10; thousandths <= 700; thousandths += slow_build ? 60 : 10) {
    const auto plain = run_at(std::stoll(bytes(thousandths)));
    if (plain["result"] == "pass")
      EXPECT_GE(plain["overhead"], got["recommended"]["overhead"]) << thousandths;
  }
}

// Below the nearest trouble: the budget that fails or is slow.
TEST_F(RecommendTest, DistancesLeadToTrouble) {
  const auto got = json(recommend(bytes(700)));
  const auto& below = got["recommended"]["below"];
  ASSERT_FALSE(below.is_null());
  const std::int64_t budget = got["recommended"]["budget"];
  const auto bad = run_at(budget - below["distance"].get<std::int64_t>());
  if (below["kind"] == "cliff")
    EXPECT_GT(bad["overhead"], got["recommended"]["overhead"]);
  else
    EXPECT_NE(bad["result"], "pass");
  EXPECT_EQ(run_at(budget - below["distance"].get<std::int64_t>() + 1)["result"], "pass");
}

TEST_F(RecommendTest, HeadroomIsLeftFree) {
  const std::int64_t memory = std::stoll(bytes(700));
  const auto percent = json(recommend(bytes(700), {"--headroom", "10%"}));
  EXPECT_EQ(percent["most"], memory - (memory + 9) / 10);
  EXPECT_LE(percent["recommended"]["budget"], percent["most"]);
  const auto amount = json(recommend(bytes(700), {"--headroom", "1MiB"}));
  EXPECT_EQ(amount["most"], memory - 1048576);
}

TEST_F(RecommendTest, EndsWithALineToCopy) {
  const Finished text = run(recommend(bytes(700)));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  const auto got = json(recommend(bytes(700)));
  const std::string budget = got["recommended"]["budget"].dump();
  EXPECT_EQ(next_command(text.out), got["recommended"]["command"].get<std::string>());
  EXPECT_THAT(text.out, AllOf(HasSubstr("\nbudget=" + budget + "\n"), HasSubstr("all the memory"),
                              HasSubstr("trouble below"), Not(HasSubstr("headroom"))));
  EXPECT_THAT(text.out, EndsWith(next_command(text.out) + "\n"));
  EXPECT_THAT(shell(next_command(text.out)).out, HasSubstr("result       pass\n"));
}

TEST_F(RecommendTest, SaysWhatWouldPassWhereNothingDoes) {
  for (const std::int64_t thousandths : {0, 1, 100}) {
    const Finished text = run(recommend(bytes(thousandths)));
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_THAT(text.out, HasSubstr("bytes passes\n"));
    EXPECT_THAT(shell(next_command(text.out)).out, HasSubstr("result       pass\n"));
    const auto got = json(recommend(bytes(thousandths)), "", 1);
    EXPECT_TRUE(got["recommended"].is_null());
    EXPECT_EQ(got["smallest"], json(recommend(bytes(700)))["smallest"]);
  }
}

TEST_F(RecommendTest, AllMemoryInTheWorldIsNoTrouble) {
  const auto got = json(recommend("9223372036854775807"));
  EXPECT_EQ(got["recommended"]["overhead"], run_at(2 * peak())["overhead"]);
  EXPECT_TRUE(got["recommended"]["above"].is_null());
}

TEST_F(RecommendTest, RefusesWhatMakesNoSense) {
  EXPECT_EQ(run({"recommend", "unet.log"}).exit_code, 2);
  expect_error(run({"recommend", "missing", "--memory", "1GiB"}), "missing: no such file");
  expect_error(run(recommend("1GiB", {"--headroom", "100%"})), "--headroom: '100%' leaves nothing");
  EXPECT_THAT(run(recommend("1GiB", {"--headroom", "x"})).err, HasSubstr("--headroom: 'x' is not"));
  EXPECT_THAT(run(recommend("1GiB", {"--headroom", "-1%"})).err,
              HasSubstr("--headroom: '-1' is not a number from 0 up"));
  EXPECT_THAT(run(recommend("-1")).err, HasSubstr("--memory: '-1' is not an amount of memory"));
}

}  // namespace
}  // namespace rematfuzz::testing
