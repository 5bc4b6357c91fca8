// blame: what it reports, its exit codes, and the published intervention on ResNet-32.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BlameTest : public UnetTest<3> {
 protected:
  static std::vector<std::string> blame(std::vector<std::string> options) {
    options.insert(options.begin(), {"blame", "unet.log"});
    return options;
  }
};

TEST_F(BlameTest, JsonNamesCausesAndTheEvictionsTheyPrevent) {
  const auto got = json(blame({"--ratio", "0.42"}));
  EXPECT_THAT(names_in(got),
              ElementsAre("run", "target", "cut_off", "stopped_by", "search", "causes"));
  EXPECT_EQ(got["run"], json({"run", "unet.log", "--ratio", "0.42"}));
  EXPECT_TRUE(got["target"].is_null());
  EXPECT_EQ(got["cut_off"], 10);
  EXPECT_THAT(names_in(got["stopped_by"]),
              ElementsAre("operator", "tensor", "label", "need", "memory", "missing"));
  EXPECT_THAT(names_in(got["search"]), ElementsAre("control", "most_runs", "largest_set", "singles",
                                                   "singles_tried", "pairs", "pairs_tried"));
  EXPECT_EQ(got["search"]["control"], "oom");
  EXPECT_EQ(got["search"]["singles_tried"], got["search"]["singles"]);
  ASSERT_FALSE(got["causes"].empty());
  const auto& cause = got["causes"][0];
  EXPECT_THAT(names_in(cause),
              ElementsAre("overhead", "clock", "evictions", "eviction_sha1", "storages"));
  const auto& storage = cause["storages"][0];
  EXPECT_THAT(names_in(storage), ElementsAre("storage", "label", "size", "evictions",
                                             "evicted_while_retaining", "prevented"));
  EXPECT_THAT(names_in(storage["prevented"]),
              ElementsAre("index", "operator", "tensor", "label", "need", "memory", "missing"));
}

// Each cause is what `run --retain` comes to; the best comes first.
TEST_F(BlameTest, CausesAreConfirmedByRuns) {
  const auto got = json(blame({"--ratio", "0.42"}));
  double last = 0;
  for (const auto& cause : got["causes"]) {
    std::vector<std::string> args{"run", "unet.log", "--ratio", "0.42"};
    for (const auto& storage : cause["storages"])
      args.insert(args.end(), {"--retain", storage["storage"].dump()});
    const auto confirmed = json(args);
    EXPECT_EQ(confirmed["result"], "pass");
    for (const char* name : {"overhead", "clock", "evictions", "eviction_sha1"})
      EXPECT_EQ(cause[name], confirmed[name]) << name;
    EXPECT_GE(cause["overhead"], last);
    last = cause["overhead"];
  }
}

TEST_F(BlameTest, ReportsInWordsAndNamesARunThatPasses) {
  const Finished text = run(blame({"--ratio", "0.42"}));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_THAT(text.out, AllOf(HasSubstr("result      oom\n"), HasSubstr("stopped by  "),
                              HasSubstr("never offered for eviction, "),
                              HasSubstr("control     retaining nothing, ")));
  const std::string next = next_command(text.out);
  EXPECT_THAT(next, HasSubstr(" --retain "));
  EXPECT_THAT(shell(next).out, HasSubstr("result       pass\n"));
}

TEST_F(BlameTest, TheAnswerDoesNotDependOnTheNumberOfThreads) {
  const std::string one = run(blame({"--ratio", "0.42", "--threads", "1", "--json"})).out;
  EXPECT_EQ(run(blame({"--ratio", "0.42", "--threads", "4", "--json"})).out, one);
}

TEST_F(BlameTest, SlowRunsAreTurnedByATarget) {
  const auto plain = json({"run", "unet.log", "--ratio", "0.405"});
  ASSERT_EQ(plain["result"], "pass");
  const auto got = json(blame({"--ratio", "0.405", "--target", "1.3"}));
  EXPECT_EQ(got["target"], 1.3);
  EXPECT_EQ(got["cut_off"], 1.3);
  EXPECT_TRUE(got["stopped_by"].is_null());
  ASSERT_FALSE(got["causes"].empty());
  for (const auto& cause : got["causes"]) EXPECT_LE(cause["overhead"], 1.3);
  EXPECT_GT(plain["overhead"], 1.3);
}

TEST_F(BlameTest, ARunThatIsFastHasNothingToBlame) {
  const Finished fast = run(blame({"--ratio", "0.405"}));
  EXPECT_EQ(fast.exit_code, 1);
  EXPECT_THAT(fast.out, HasSubstr("nothing to blame: it passes at an overhead of 1.3"));
  const std::string next = next_command(fast.out);
  EXPECT_THAT(next, HasSubstr(" --target 1.3"));
  EXPECT_THAT(shell(next).out, HasSubstr("target    an overhead of at most 1.3"));
  EXPECT_THAT(run(blame({"--ratio", "2"})).out,
              HasSubstr("nothing to blame: it passes and rematerializes nothing"));
  EXPECT_TRUE(json(blame({"--ratio", "0.405"}), "", 1)["search"].is_null());
}

TEST_F(BlameTest, SaysWhereItLookedInVain) {
  const Finished cut = run(blame({"--ratio", "0.42", "--target", "1", "--max-runs", "3"}));
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_THAT(cut.out, AllOf(HasSubstr("3 of "), HasSubstr("no cause found within 3 runs")));
  const Finished singles = run(blame({"--ratio", "0.42", "--target", "1", "--max-set", "1"}));
  EXPECT_EQ(singles.exit_code, 1);
  EXPECT_THAT(singles.out, HasSubstr("no single storage is the cause; --max-set 2 tries pairs"));
  EXPECT_TRUE(
      json(blame({"--ratio", "0.42", "--target", "1", "--max-set", "1"}), "", 1)["causes"].empty());
}

TEST_F(BlameTest, RefusesWhatMakesNoSense) {
  expect_error(run(blame({})), "give a budget: --ratio R or --budget BYTES");
  expect_error(run({"blame", "missing", "--ratio", "1"}), "missing: no such file");
  for (const char* text : {"", "0.5", "nan", "x"})
    expect_error(run(blame({"--ratio", "1", "--target", text})),
                 std::string("--target: '") + text + "' is not a number from 1 up");
  expect_error(run(blame({"--ratio", "1", "--max-runs", "0"})),
               "--max-runs: '0' is not a whole number from 1 to 18446744073709551615");
  expect_error(run(blame({"--ratio", "1", "--max-set", "3"})),
               "--max-set: '3' is not a whole number from 1 to 2");
}

TEST_F(BlameTest, FindsThePublishedInterventionOnResnet) {
  const std::string trace = shared_trace("resnet32-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  const auto got = json({"blame", trace, "--ratio", "0.104"});
  EXPECT_EQ(got["stopped_by"]["need"], 179830912);
  EXPECT_EQ(got["stopped_by"]["memory"], 889795480);
  const nlohmann::ordered_json* published = nullptr;
  for (const auto& cause : got["causes"]) {
    ASSERT_EQ(cause["storages"].size(), 1U);
    if (cause["storages"][0]["storage"] == 612) published = &cause;
  }
  ASSERT_NE(published, nullptr);
  EXPECT_NEAR((*published)["overhead"].get<double>(), 2.24, 0.005);
}

}  // namespace
}  // namespace rematfuzz::testing
