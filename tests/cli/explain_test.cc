// explain: the anatomy of a failure, or of the most pinned moment of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
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

class ExplainTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("chain.log", chain_log());
  }

  static std::vector<std::string> chain_args(std::vector<std::string> options) {
    options.insert(options.begin(),
                   {"explain", "chain.log", "--policy", "LRU", "--runtime", "RuntimeV2"});
    return options;
  }
  Finished explain_chain(const std::vector<std::string>& options) const {
    return run(chain_args(options));
  }
  nlohmann::ordered_json json_of_chain(const std::vector<std::string>& options) const {
    return json(chain_args(options));
  }
  std::string resnet_chain(const std::vector<std::string>& options) const;
};

TEST_F(ExplainTest, TellsAFailureInWords) {
  const Finished text = explain_chain({"--budget", "7"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_EQ(text.out,
            "trace     chain.log\n"
            "policy    LRU on RuntimeV2\n"
            "budget    7 B (7 bytes), ratio 0.466667\n"
            "result    oom\n"
            "moment    of the failure\n"
            "place     step 7 of 15, in the program, for d (6) = f(w, c)\n"
            "call      b (2) = f(a), 3 deep\n"
            "asks for  2 B (2 bytes)\n"
            "short by  1 B (1 bytes)\n"
            "\n"
            "memory       bytes  storages\n"
            "pinned           1         1\n"
            "+ locked         5         2\n"
            "+ evictable      0         0\n"
            "+ kept out       0         0\n"
            "= in use         6         3\n"
            "+ asked for      2\n"
            "- budget         7\n"
            "= too many       1\n"
            "\n"
            "fully pinned: the pool is empty, and all that is in memory is locked or pinned\n"
            "nesting: 3 where most was pinned (6 bytes of 3 storages, step 7 of 15), 4 at most\n"
            "\n"
            "depth  operator  tensor  cost  asks for  locks\n"
            "    1  f         d (6)   1 ns         2      3\n"
            "    2  f         c (3)   2 ns         2      0\n"
            "    3  f         b (2)   3 ns         2      2\n"
            "\n"
            "locks: 5 bytes in all, each storage at the first level that locks it\n"
            "\n"
            "next: rematfuzz blame chain.log --budget 7 --policy LRU --runtime RuntimeV2\n");
}

TEST_F(ExplainTest, JsonHasStableNames) {
  const auto got = json_of_chain({"--budget", "7"});
  const auto run_json =
      json({"run", "chain.log", "--policy", "LRU", "--runtime", "RuntimeV2", "--budget", "7"});
  std::vector<std::string> expected = names_in(run_json);
  expected.insert(expected.end(), {"anatomy", "pressure"});
  EXPECT_EQ(names_in(got), expected);
  for (const auto& [name, value] : run_json.items()) EXPECT_EQ(got[name], value) << name;
  const auto& anatomy = got["anatomy"];
  EXPECT_THAT(
      names_in(anatomy),
      ElementsAre("moment", "step", "output_condition", "operator", "tensor", "label", "arguments",
                  "need", "short", "memory", "fully_pinned", "kept_out", "depth", "chain"));
  EXPECT_THAT(names_in(anatomy["memory"]),
              ElementsAre("in_use", "pinned", "locked", "evictable", "kept_out", "not_evictable"));
  EXPECT_THAT(names_in(anatomy["chain"][0]),
              ElementsAre("depth", "operator", "tensor", "label", "rematerialized", "cost", "need",
                          "locked", "locks"));
  EXPECT_EQ(got["pressure"],
            nlohmann::ordered_json::parse(R"({"pinned_bytes": 6, "pinned_storages": 3,
      "depth": 3, "step": 7, "deepest": 4})"));
}

TEST_F(ExplainTest, JsonTellsAFailure) {
  const auto anatomy = json_of_chain({"--budget", "7"})["anatomy"];
  EXPECT_EQ(anatomy["moment"], "failure");
  EXPECT_EQ(anatomy["label"], "b");
  EXPECT_EQ(anatomy["arguments"],
            nlohmann::ordered_json::parse(R"([{"tensor": 1, "label": "a"}])"));
  EXPECT_EQ(anatomy["need"], 2);
  EXPECT_EQ(anatomy["short"], 1);
  EXPECT_EQ(anatomy["fully_pinned"], true);
  EXPECT_EQ(anatomy["memory"]["in_use"],
            nlohmann::ordered_json::parse(R"({"bytes": 6, "storages": 3})"));
  EXPECT_EQ(anatomy["memory"]["locked"]["bytes"], 5);
  EXPECT_EQ(anatomy["chain"].size(), 3);
  EXPECT_EQ(anatomy["chain"][2]["locks"],
            nlohmann::ordered_json::parse(R"([{"storage": 1, "label": "a", "bytes": 2}])"));
}

TEST_F(ExplainTest, APassIsExplainedAtItsMostPinnedMoment) {
  const auto pass = json_of_chain({"--ratio", "1"});
  EXPECT_EQ(pass["result"], "pass");
  EXPECT_EQ(pass["anatomy"]["moment"], "most_pinned");
  EXPECT_TRUE(pass["anatomy"]["short"].is_null());
  const std::string text = explain_chain({"--ratio", "1"}).out;
  EXPECT_THAT(text, AllOf(HasSubstr("result    pass\noverhead  1."),
                          HasSubstr("moment    when most was pinned, before evictions\n"),
                          HasSubstr("= too many (it fits)"), Not(HasSubstr("short by"))));
}

TEST_F(ExplainTest, NamesWhatRetainKeepsFromThePolicy) {
  const std::vector<std::string> options{"--budget", "7", "--retain", "big"};
  const auto anatomy = json_of_chain(options)["anatomy"];
  EXPECT_EQ(anatomy["fully_pinned"], false);
  EXPECT_EQ(anatomy["kept_out"],
            nlohmann::ordered_json::parse(
                R"([{"storage": 5, "label": "big", "bytes": 3, "by": "retain"}])"));
  EXPECT_THAT(explain_chain(options).out,
              HasSubstr("not fully pinned: 1 storage kept from the policy (--retain)\n"
                        "  big (5), 3 B (3 bytes)\n"));
}

TEST_F(ExplainTest, TheNextCommandOfAPassWorks) {
  for (const char* ratio : {"1", "5"}) {
    const std::string next = next_command(explain_chain({"--ratio", ratio}).out);
    EXPECT_THAT(next, HasSubstr("diff chain.log --budget "));
    const Finished diff = shell(next);
    EXPECT_EQ(diff.exit_code, 0) << diff.err;
    EXPECT_THAT(diff.out, HasSubstr("first comparison that differs"));
  }
}

// Of a text in Graphviz's language without comments: braces and brackets balance outside of quotes,
// quotes close, and each statement is one of those that are written here.
void expect_graphviz(const std::string& text) {
  const std::string quoted = R"("(?:[^"\\]|\\.)*")";
  const std::regex statement(R"(\s*(?:digraph anatomy \{|\}|label=)" + quoted +
                             R"(;|node \[shape=ellipse\];|\w+ \[(?:shape=box, )?label=)" + quoted +
                             R"(\];|\w+ -> \w+(?: \[style=dashed, arrowhead=none\])?;))");
  std::size_t begin = 0;
  int lines = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    const std::string line = text.substr(begin, end - begin);
    EXPECT_TRUE(std::regex_match(line, statement)) << line;
    EXPECT_EQ(line == "}", end + 1 == text.size());
    EXPECT_EQ(line == "digraph anatomy {", begin == 0);
    begin = end + 1;
    ++lines;
  }
  EXPECT_GT(lines, 3);
}

TEST_F(ExplainTest, DrawsTheChain) {
  EXPECT_EQ(explain_chain({"--budget", "7", "--dot", "out.dot"}).exit_code, 0);
  const std::string dot = read("out.dot");
  expect_graphviz(dot);
  EXPECT_THAT(dot,
              AllOf(HasSubstr(R"(level0 [label="1: f\nd (6)\nasks for 2\nlocks 3"];)"),
                    HasSubstr("level1 -> level2;\n"),
                    HasSubstr(R"(storage4 [shape=box, label="w (4)\n3"];)"),
                    HasSubstr("level0 -> storage4 [style=dashed, arrowhead=none];\n"),
                    HasSubstr(R"(pinned [shape=box, label="pinned for good\n1 storages\n1"];)"),
                    Not(HasSubstr("level3"))));
}

TEST_F(ExplainTest, QuotesForeignNamesInADrawing) {
  const std::string name = R"(a\"b\\)";  // as JSON writes a"b and a backslash
  write("odd.log", start() + constant("x", "1") + call({"x"}, name, "2") + call({name}, "c", "2"));
  EXPECT_EQ(run({"explain", "odd.log", "--budget", "4", "--dot", "odd.dot"}).exit_code, 0);
  expect_graphviz(read("odd.dot"));
  EXPECT_THAT(read("odd.dot"), HasSubstr(R"(label="a\"b\\ (1)\n2")"));
}

TEST_F(ExplainTest, LeavesNoHalfDrawing) {
  const std::vector<std::string> before = files();
  expect_error(explain_chain({"--budget", "7", "--dot", "missing/out.dot"}),
               "missing/out.dot: cannot be written: No such file or directory");
  expect_error(explain_chain({"--budget", "7", "--dot", "-"}),
               "--dot: needs a file; standard output is for the report");
  expect_error(explain_chain({"--dot", "out.dot"}), "give a budget: --ratio R or --budget BYTES");
  EXPECT_EQ(files(), before);
}

TEST_F(ExplainTest, RefusesBadInput) {
  expect_error(explain_chain({"--budget", "7", "--ratio", "1"}),
               "give either --ratio or --budget, not both");
  expect_error(explain_chain({"--budget", "7", "--retain", "nonsense"}),
               "no tensor is labelled 'nonsense'");
  expect_error(run({"explain", "missing", "--ratio", "1"}), "missing: no such file");
}

std::string ExplainTest::resnet_chain(const std::vector<std::string>& options) const {
  std::vector<std::string> args{"explain", shared_trace("resnet32-"), "--ratio", "0.104"};
  args.insert(args.end(), options.begin(), options.end());
  const std::string text = run(args).out;
  const std::size_t begin = text.find("depth  operator");
  const std::size_t end = text.find("\n\n", begin);
  return begin == std::string::npos ? "" : text.substr(begin, end + 1 - begin);
}

TEST_F(ExplainTest, LeavesOutTheMiddleOfALongChain) {
  if (shared_trace("resnet32-").empty()) GTEST_SKIP() << "the published traces are not here";
  const std::string part = resnet_chain({});
  const std::string all = resnet_chain({"--all"});
  EXPECT_EQ(std::ranges::count(all, '\n'), 1 + 118);
  EXPECT_EQ(std::ranges::count(part, '\n'), 1 + 6 + 1 + 8);
  // What is shown is as it stands in the whole: 104 levels are left out.
  const std::string gap = "  ... 104 levels ...\n";
  const std::size_t at = part.find(gap);
  ASSERT_NE(at, std::string::npos);
  EXPECT_TRUE(all.starts_with(part.substr(0, at)));
  EXPECT_TRUE(all.ends_with(part.substr(at + gap.size())));
}

TEST_F(ExplainTest, PublishedFailureOfResnet) {
  const std::string trace = shared_trace("resnet32-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  const auto got = json({"explain", trace, "--ratio", "0.104", "--dot", "resnet.dot"});
  EXPECT_EQ(got["anatomy"]["need"], 179830912);
  EXPECT_EQ(got["anatomy"]["memory"]["not_evictable"],
            nlohmann::ordered_json::parse(R"({"bytes": 889795480, "storages": 231})"));
  EXPECT_EQ(got["anatomy"]["chain"].size(), 118);
  EXPECT_EQ(got["pressure"]["deepest"], 124);
  expect_graphviz(read("resnet.dot"));
}

}  // namespace
}  // namespace rematfuzz::testing
