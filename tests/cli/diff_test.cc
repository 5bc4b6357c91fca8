// diff: where two runs part that differ in their budget alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/chain_log.h"
#include "tests/cli/program.h"
#include "tests/trace/log_text.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class DiffTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("three.log", start() + constant("x", "1") + call({"x"}, "a", "2") +
                           call({"x"}, "b", "2") + call({"a"}, "c", "2") + release("b") +
                           release("c") + release("a"));
    write("chain.log", chain_log());
  }

  static std::vector<std::string> args(const std::string& log, std::vector<std::string> options) {
    options.insert(options.begin(),
                   {"diff", log, "--policy", "LRU", "--runtime", "RuntimeV2Eager"});
    return options;
  }
  Finished diff(const std::vector<std::string>& options) const {
    return run(args("three.log", options));
  }
  nlohmann::ordered_json json_of(const std::vector<std::string>& options) const {
    return json(args("three.log", options));
  }
};

TEST_F(DiffTest, TellsTwoRunsInWords) {
  const Finished text = diff({"--budget", "7", "--budget", "5"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_EQ(text.out,
            "trace   three.log\n"
            "policy  LRU on RuntimeV2Eager\n"
            "A       5 B (5 bytes), ratio 0.714286\n"
            "B       7 B (7 bytes), ratio 1\n"
            "\n"
            "first comparison that differs: step 4 of 9, 1 deep, c (3) = f(a)\n"
            "  5 in use + 2 asked for = 7: 2 short in A, 0 to spare in B\n"
            "\n"
            "first eviction that differs, of all (those at a release, too): none\n"
            "\n"
            "first choice of the policy that differs: number 1\n"
            "  A: b (2) by choice, for c (3) = f(a), step 4 of 9 (number 1 of all)\n"
            "  B: none any more\n"
            "in run  storage  score  compute  forward  reverse  classes  size  stale\n"
            "A       b (2)        3        1        -        -        -     2      0\n"
            "\n"
            "                              A       B\n"
            "result                     pass    pass\n"
            "overhead                 1.3333  1.3333\n"
            "rematerialized             0 ns    0 ns\n"
            "evictions                     3       3\n"
            "  by choice                   1       0\n"
            "  of different storages       3       3\n"
            "  of each of them         1.000   1.000\n"
            "peak memory                   5       7\n"
            "peak pinned                   3       3\n"
            "  storages                    2       2\n"
            "  nesting depth               1       1\n"
            "deepest nesting               1       1\n"
            "\n"
            "evicted storages: 3 in both runs, 3 in either; Jaccard index 1.0000\n"
            "\n"
            "next: rematfuzz explain three.log --budget 5 --policy LRU --runtime RuntimeV2Eager\n");
}

TEST_F(DiffTest, JsonHasStableNames) {
  const auto got = json_of({"--budget", "5", "--budget", "7"});
  EXPECT_THAT(names_in(got),
              ElementsAre("trace", "equal", "regime", "first_comparison", "first_eviction",
                          "first_choice", "runs", "evicted", "most_evicted", "rematerializations"));
  EXPECT_EQ(got["equal"], false);
  EXPECT_TRUE(got["regime"].is_null());
  EXPECT_THAT(names_in(got["first_comparison"]), ElementsAre("operator", "tensor", "label", "step",
                                                             "depth", "memory", "need", "short"));
  EXPECT_EQ(got["first_comparison"]["memory"], 5);
  EXPECT_EQ(got["first_comparison"]["need"], 2);
  EXPECT_EQ(got["first_comparison"]["short"], 2);
  const auto& choice = got["first_choice"];
  EXPECT_THAT(names_in(choice), ElementsAre("number", "runs"));
  EXPECT_THAT(names_in(choice["runs"][0]),
              ElementsAre("number", "victim", "cause", "step", "for", "scores"));
  EXPECT_TRUE(choice["runs"][1].is_null());
  EXPECT_THAT(names_in(choice["runs"][0]["scores"][0]),
              ElementsAre("score", "size", "compute", "forward_sum", "reverse_sum", "class_sum",
                          "last_access", "staleness"));
  EXPECT_TRUE(choice["runs"][0]["scores"][1].is_null());
}

TEST_F(DiffTest, RunsAreWhatRunSaysOfThem) {
  const auto got = json_of({"--budget", "5", "--ratio", "1"});
  const std::vector<std::string> budgets{"5", "7"};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto alone = json({"run", "three.log", "--policy", "LRU", "--runtime", "RuntimeV2Eager",
                             "--budget", budgets[i]});
    for (const auto& [name, value] : alone.items())
      EXPECT_EQ(got["runs"][i][name], value) << i << " " << name;
  }
  EXPECT_EQ(got["runs"][0]["choices"], 1);
  EXPECT_EQ(got["runs"][1]["choices"], 0);
}

TEST_F(DiffTest, EqualRunsSaySoWithTheirRegime) {
  const auto got = json_of({"--budget", "5", "--budget", "6"});
  EXPECT_EQ(got["equal"], true);
  EXPECT_EQ(got["regime"], nlohmann::ordered_json::parse(R"({"lo": 5, "hi": 7})"));
  for (const char* name : {"first_comparison", "first_eviction", "first_choice"})
    EXPECT_TRUE(got[name].is_null()) << name;
  EXPECT_EQ(got["evicted"]["jaccard"], 1);
  const Finished text = diff({"--budget", "5", "--budget", "6"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, HasSubstr("equal: both budgets give the same run, as all do from 5 to 6 "
                                  "bytes (a regime)\n"));
  EXPECT_TRUE(json_of({"--ratio", "1", "--ratio", "2"})["regime"]["hi"].is_null());
  EXPECT_THAT(diff({"--ratio", "1", "--ratio", "2"}).out,
              HasSubstr("as all do from 7 bytes up (a regime)\n"));
}

TEST_F(DiffTest, TakesTwoBudgetsOfEitherKind) {
  const auto both = json_of({"--budget", "5", "--budget", "7"});
  EXPECT_EQ(json_of({"--budget", "7", "--budget", "5"}), both);
  EXPECT_EQ(json_of({"--ratio", "1", "--budget", "5"}), both);
  EXPECT_EQ(json_of({"--budget", "5", "--ratio", "1"}), both);
  EXPECT_EQ(json_of({"--ratio", "1", "--ratio", "0.715"})["runs"][0]["budget"], 5);
  const std::string wanted = "give two budgets, each with --ratio R or --budget BYTES; ";
  expect_error(diff({}), wanted + "0 are given");
  expect_error(diff({"--budget", "5"}), wanted + "1 is given");
  expect_error(diff({"--budget", "5", "--budget", "6", "--ratio", "1"}), wanted + "3 are given");
  expect_error(diff({"--ratio", "1", "--ratio", "x"}), "--ratio: 'x' is not a number from 0 up");
  EXPECT_THAT(diff({"--budget", "5", "--budget", "x"}).err,
              HasSubstr("--budget: 'x' is not an amount of memory ("));
  expect_error(run({"diff", "missing", "--ratio", "1", "--ratio", "2"}), "missing: no such file");
}

TEST_F(DiffTest, ListsAreAsLongAsAskedFor) {
  ASSERT_EQ(run({"gen", "unet", "--depth", "3", "-o", "unet.log"}).exit_code, 0);
  const std::vector<std::string> options{"diff", "unet.log", "--ratio", "0.43", "--ratio", "0.435"};
  const auto got = json(options);
  EXPECT_EQ(got["most_evicted"].size(), 10);
  EXPECT_GT(got["rematerializations"].size(), 3);
  std::vector<std::string> two = options;
  two.insert(two.end(), {"--most", "2"});
  EXPECT_EQ(json(two)["most_evicted"].size(), 2);
  EXPECT_EQ(json(two)["rematerializations"].size(), 2);
  two.back() = "-1";
  EXPECT_THAT(run(two).err, HasSubstr("--most: '-1' is not a whole number from 0 to "));
}

TEST_F(DiffTest, TellsAHoleOfUnet) {
  ASSERT_EQ(run({"gen", "unet", "--depth", "3", "-o", "unet.log"}).exit_code, 0);
  const Finished text = run({"diff", "unet.log", "--ratio", "0.43", "--ratio", "0.435"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("most often evicted"), HasSubstr("most rematerialized"),
                              HasSubstr("by choice, for "), HasSubstr("Jaccard index 0.")));
  // The run that failed is the one to look into.
  const std::string next = next_command(text.out);
  const Finished explained = shell(next);
  EXPECT_EQ(explained.exit_code, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("result    oom\n"));
}

TEST_F(DiffTest, WritesAnInfiniteScoreAsAWord) {
  // All candidates were computed just now: not stale, so infinitely dear.
  write("fresh.log", start() + constant("x", "1") + call({"x"}, "a", "2", "-1", "0") +
                         call({"x"}, "b", "2", "-1", "0") + call({"x"}, "c", "2", "-1", "0"));
  const auto got = json({"diff", "fresh.log", "--budget", "5", "--ratio", "1"});
  EXPECT_EQ(got["first_choice"]["runs"][0]["scores"][0]["score"], "infinity");
}

TEST_F(DiffTest, PublishedPartingOfInception) {
  const std::string trace = shared_trace("inceptionv4-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  const auto got = json({"diff", trace, "--ratio", "0.2343", "--ratio", "0.235"});
  EXPECT_EQ(got["first_eviction"]["number"], 14);
  EXPECT_EQ(got["first_eviction"]["runs"][0]["cause"], "choice");
  EXPECT_EQ(got["first_eviction"]["runs"][1]["cause"], "release");
  const auto& choice = got["first_choice"]["runs"];
  // Each run evicts what has the smaller score there.
  for (std::size_t run = 0; run < 2; ++run)
    EXPECT_LT(choice[run]["scores"][run]["score"].get<double>(),
              choice[run]["scores"][1 - run]["score"].get<double>());
}

}  // namespace
}  // namespace rematfuzz::testing
