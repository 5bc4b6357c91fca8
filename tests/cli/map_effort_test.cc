// How a map is made: threads, memory, checkpoints, interruptions. The answer is always the same, or
// says what is missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

class MapEffortTest : public UnetTest<2> {
 protected:
  // The map as JSON, made with these options.
  std::string map(std::vector<std::string> options) {
    std::vector<std::string> args{"map", "unet.log", "--json"};
    args.insert(args.end(), options.begin(), options.end());
    const Finished finished = run(args);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  }
};

TEST_F(MapEffortTest, TheAnswerDoesNotDependOnThreadsOrMemory) {
  const std::string expected = map({"--threads", "1"});
  EXPECT_EQ(map({"--threads", "2"}), expected);
  EXPECT_EQ(map({"--threads", "5"}), expected);
  EXPECT_EQ(map({"--threads", "1", "--memory-limit", "1MB"}), expected);
  EXPECT_EQ(map({"--threads", "3", "--memory-limit", "600kB"}), expected);
}

TEST_F(MapEffortTest, TheUppermostRegimesAreThoseOfTheWholeMap) {
  const Json whole = Json::parse(map({}));
  for (const char* threads : {"1", "4"}) {
    const Json part = Json::parse(map({"--max-regimes", "17", "--threads", threads}));
    EXPECT_FALSE(part["complete"]);
    ASSERT_EQ(part["regimes"].size(), 17U);
    for (std::size_t i = 0; i < 17; ++i)
      EXPECT_EQ(part["regimes"][i], whole["regimes"][whole["regimes"].size() - 17 + i]);
    ASSERT_EQ(part["missing"].size(), 1U);
    EXPECT_EQ(part["missing"][0]["lo"], whole["from"]);
    EXPECT_EQ(part["missing"][0]["hi"], part["regimes"][0]["lo"]);
  }
  EXPECT_THAT(run({"map", "unet.log", "--max-regimes", "17"}).out, HasSubstr("?"));
}

TEST_F(MapEffortTest, ACheckpointEndsAsTheMap) {
  const std::string expected = map({});
  EXPECT_EQ(map({"--checkpoint", "c.json"}), expected);
  EXPECT_EQ(read("c.json"), expected);
  // There is nothing left to do: not even the trace's regimes are looked for again.
  EXPECT_EQ(map({"--checkpoint", "c.json"}), expected);
}

TEST_F(MapEffortTest, ACheckpointAndAnOutputAreTwoFiles) {
  const std::string expected = map({});
  const Finished finished =
      run({"map", "unet.log", "--json", "--checkpoint", "c.json", "-o", "m.json"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(read("m.json"), expected);
  EXPECT_EQ(read("c.json"), expected);
}

TEST_F(MapEffortTest, ACheckpointGoesOnWhereItWasLeft) {
  const Json whole = Json::parse(map({}));
  // As if the program had ended with the upper half done: with a mark, to see that it is kept.
  Json half = whole;
  const std::size_t count = whole["regimes"].size() / 2;
  half["complete"] = false;
  half["regimes"].erase(half["regimes"].begin(),
                        half["regimes"].begin() + static_cast<std::ptrdiff_t>(count));
  half["regimes"][0]["evictions"] = 123456;
  half["missing"] = {{{"lo", whole["from"]}, {"hi", half["regimes"][0]["lo"]}}};
  write("c.json", half.dump());
  Json expected = whole;
  expected["regimes"][count]["evictions"] = 123456;
  EXPECT_EQ(Json::parse(map({"--checkpoint", "c.json"})), expected);
}

TEST_F(MapEffortTest, ACheckpointOfAnotherMapIsRefused) {
  map({"--checkpoint", "c.json"});
  const std::string before = read("c.json");
  const auto refused = [&](std::vector<std::string> args, const std::string& what) {
    const Finished finished = run(args);
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.err, HasSubstr("c.json: a checkpoint of another map: its " + what));
  };
  refused({"map", "unet.log", "--policy", "LRU", "--overhead-limit", "2", "--checkpoint", "c.json"},
          "setup");
  refused({"map", "unet.log", "--from", "0.5", "--checkpoint", "c.json"}, "range");
  ASSERT_EQ(run({"gen", "unet", "--depth", "2", "--seed", "5", "-o", "other.log"}).exit_code, 0);
  refused({"map", "other.log", "--checkpoint", "c.json"}, "trace's digest");
  EXPECT_EQ(read("c.json"), before);
  EXPECT_THAT(run({"map", "unet.log", "--checkpoint", "other.log"}).err,
              HasSubstr("other.log: a trace, expected a checkpoint"));
  write("bad.json", "{");
  EXPECT_EQ(run({"map", "unet.log", "--checkpoint", "bad.json"}).exit_code, 2);
  EXPECT_EQ(read("bad.json"), "{");
}

TEST_F(MapEffortTest, OptionsThatContradictAreRefused) {
  EXPECT_EQ(run({"map", "unet.log", "--checkpoint", "c", "--max-regimes", "3"}).exit_code, 2);
  EXPECT_EQ(run({"map", "unet.log", "--checkpoint", "c", "--drift"}).exit_code, 2);
  EXPECT_EQ(run({"map", "unet.log", "--memory-limit", "lots"}).exit_code, 2);
}

TEST_F(MapEffortTest, AKilledMapGoesOnFromItsCheckpoint) {
  ASSERT_EQ(run({"gen", "resnet", "--depth", "32", "--batch", "8", "--size", "32", "-o", "big.log"})
                .exit_code,
            0);
  const std::vector<std::string> args{
      "map", "big.log", "--json", "--checkpoint", "c.json", "--from", "0.2", "--threads", "1"};
  // At the first part on disk: the program is in the middle of the others, or at most through.
  signalled(args, SIGKILL, [&](pid_t) { return !read("c.json").empty(); });
  const Json left = Json::parse(read("c.json"));
  const Finished resumed = run(args);
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  const Finished whole = run({"map", "big.log", "--json", "--from", "0.2"});
  EXPECT_EQ(resumed.out, whole.out);
  EXPECT_LE(left["regimes"].size(), Json::parse(whole.out)["regimes"].size());
}

TEST_F(MapEffortTest, CtrlCPrintsWhatIsComplete) {
  ASSERT_EQ(run({"gen", "lstm", "--sequence", "64", "-o", "long.log"}).exit_code, 0);
  const int status = signalled({"map", "long.log", "--json"}, SIGINT, handles_ctrl_c);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const Json map = Json::parse(read("out"));
  EXPECT_FALSE(map["complete"]);
  EXPECT_FALSE(map["missing"].empty());
}

TEST_F(MapEffortTest, DriftIsCountedWhereItIsAskedFor) {
  EXPECT_FALSE(Json::parse(map({}))["regimes"][0].contains("drift_decisions"));
  const Json drift = Json::parse(map({"--drift"}));
  std::int64_t decisions = 0;
  for (const Json& regime : drift["regimes"]) decisions += regime["drift_decisions"].get<int>();
  EXPECT_GT(decisions, 0);
}

}  // namespace
}  // namespace rematfuzz::testing
