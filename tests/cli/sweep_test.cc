// sweep: the grid, the holes it names, and its reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class SweepTest : public UnetTest<3> {
 protected:
  static std::vector<std::string> sweep(const std::string& trace, const std::string& from,
                                        const std::string& to, const std::string& step,
                                        std::vector<std::string> more = {}) {
    std::vector<std::string> args{"sweep", trace, "--from", from, "--to", to, "--step", step};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  }
};

// The results along the grid, equal neighbours once: "oom pass oom".
std::string stretches(const nlohmann::ordered_json& points) {
  std::string text;
  std::string last;
  for (const auto& point : points) {
    if (point["result"] == last) continue;
    last = point["result"];
    text += (text.empty() ? "" : " ") + last;
  }
  return text;
}

// The first words of a table's lines, from the line after its heading.
std::vector<std::string> first_column(const std::string& text) {
  std::vector<std::string> words;
  std::size_t at = text.find('\n', text.find("ratio "));
  while (text[at + 1] != '\n') {
    const std::size_t start = text.find_first_not_of(' ', at + 1);
    words.push_back(text.substr(start, text.find(' ', start) - start));
    at = text.find('\n', start);
  }
  return words;
}

TEST_F(SweepTest, FindsTheHolesOfAUnet) {
  const Finished text = run(sweep("unet.log", "0.39", "0.46", "0.005"));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_THAT(text.out, StartsWith("unet.log, DTR on RuntimeV2EagerOptimized\n\nratio     budget  "
                                   "result  overhead  rematerialized  evictions       peak\n"));
  EXPECT_THAT(text.out,
              EndsWith("\n\nhole: oom at 0.410 to 0.425, though 0.405 passes\n"
                       "hole: oom at 0.435 to 0.445, though 0.430 passes\n"
                       "next: rematfuzz run unet.log --ratio 0.435 --policy DTR --runtime "
                       "RuntimeV2EagerOptimized\n"));
  EXPECT_THAT(shell(next_command(text.out)).out, HasSubstr("result       oom\n"));
  EXPECT_EQ(stretches(json(sweep("unet.log", "0.39", "0.46", "0.005"))),
            "oom pass oom pass oom pass");
}

TEST_F(SweepTest, JsonIsWhatRunPrints) {
  const auto points = json(sweep("unet.log", "0.4", "0.42", "0.01"));
  ASSERT_EQ(points.size(), 3U);
  const std::vector<std::string> ratios{"0.4", "0.41", "0.42"};
  for (std::size_t i = 0; i < ratios.size(); ++i)
    EXPECT_EQ(points[i], json({"run", "unet.log", "--ratio", ratios[i]}));
}

// Every point is the double that its decimals are, however many steps lie before it.
TEST_F(SweepTest, RatiosAreExact) {
  const auto points = json(sweep("unet.log", "0.9", "1.1", "0.001"));
  ASSERT_EQ(points.size(), 201U);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string literal = std::to_string(900 + i);
    EXPECT_EQ(points[i]["ratio"].get<double>(), std::stod(literal + "e-3"));
  }
}

TEST_F(SweepTest, PrintsTheGridInclusively) {
  const auto grid = [&](const std::string& from, const std::string& to, const std::string& step) {
    return first_column(run(sweep("unet.log", from, to, step)).out);
  };
  EXPECT_THAT(grid("0.9", "1", "0.05"), ElementsAre("0.90", "0.95", "1.00"));
  EXPECT_THAT(grid("0.9", "0.9999", "0.05"), ElementsAre("0.90", "0.95"));
  EXPECT_THAT(grid("1", "1", "5"), ElementsAre("1"));
  EXPECT_THAT(grid(".5", "1.5", "1."), ElementsAre("0.5", "1.5"));
}

TEST_F(SweepTest, SaysWhereThereIsNoHole) {
  EXPECT_THAT(run(sweep("unet.log", "0.9", "1", "0.1")).out,
              EndsWith("\n\nno hole: none of these ratios runs out of memory above one that "
                       "passes\n"));
  EXPECT_THAT(run(sweep("unet.log", "0", "0.1", "0.1")).out,
              EndsWith("\n\nnone of these ratios passes\n"));
}

TEST_F(SweepTest, ThreadsChangeNothing) {
  const auto one = run(sweep("unet.log", "0.39", "0.46", "0.005", {"--threads", "1", "--json"}));
  const auto four = run(sweep("unet.log", "0.39", "0.46", "0.005", {"--threads", "4", "--json"}));
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out, four.out);
}

TEST_F(SweepTest, SaysHowItRan) {
  const Finished text = run(sweep(
      "unet.log", "0.5", "0.6", "0.1",
      {"--policy", "RandomStorage", "--seed", "7", "--overhead-limit", "1.5", "--retain", "3"}));
  EXPECT_THAT(text.out, StartsWith("unet.log, RandomStorage on RuntimeV2EagerOptimized, overhead "
                                   "limit 1.5, retaining 3, seed 7\n"));
  const auto points =
      json(sweep("unet.log", "0.5", "0.6", "0.1", {"--policy", "AbRandom", "--seed", "7"}));
  EXPECT_EQ(points[0]["seed"], 7);
}

TEST_F(SweepTest, RefusesGridsThatAreNone) {
  const auto error = [&](const std::string& from, const std::string& to, const std::string& step) {
    const Finished finished = run(sweep("missing", from, to, step));
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_EQ(error("0.6", "0.5", "0.1"),
            "rematfuzz: the grid ends at 0.5, before it starts at 0.6\n");
  EXPECT_EQ(error("0.5", "0.6", "0"), "rematfuzz: the step is 0\n");
  EXPECT_EQ(error("0.5", "0.6", "0.000000001"),
            "rematfuzz: 100000001 points are too many; the most is 1000000\n");
  EXPECT_EQ(error("900000000000000", "900000000000000", "0.00001"),
            "rematfuzz: the grid's numbers have too many digits together\n");
  for (const char* text : {"1e-9", "nan", "-1", "0x1", " 1", "1..2", "0.0000000000000001"})
    EXPECT_EQ(error("0", "1", text), std::string("rematfuzz: --step: '") + text +
                                         "' is not a decimal number of at most 15 digits, such "
                                         "as 0.25\n");
  EXPECT_EQ(error("", "1", "1"), "rematfuzz: --from: '' is not a decimal number, such as 0.25\n");
  EXPECT_EQ(error("0", ".", "1"), "rematfuzz: --to: '.' is not a decimal number, such as 0.25\n");
  for (const char* threads : {"", "-1", "1025", "x", "0x2"})
    EXPECT_EQ(run(sweep("unet.log", "0", "1", "1", {"--threads", threads})).err,
              std::string("rematfuzz: --threads: '") + threads +
                  "' is not a whole number from 0 to 1024\n");
  EXPECT_EQ(error("0", "1", "1"), "rematfuzz: missing: no such file\n");
}

TEST_F(SweepTest, ColoursATerminalOnly) {
  const std::string command = "rematfuzz sweep unet.log --from 0.4 --to 0.45 --step 0.05";
  const std::string out = on_terminal("unset NO_COLOR; " + command).out;
  EXPECT_THAT(out, HasSubstr("\x1b[31moom\x1b[0m"));
  EXPECT_THAT(out, HasSubstr("\x1b[32mpass\x1b[0m"));
  EXPECT_THAT(on_terminal("export NO_COLOR=1; " + command).out, Not(HasSubstr("\x1b[")));
}

TEST_F(SweepTest, FindsTheHoleOfResnet) {
  const std::string trace = shared_trace("resnet32-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  std::map<std::string, std::string> expected;
  for (int thousandths = 95; thousandths <= 110; ++thousandths)
    expected[std::to_string(thousandths)] =
        thousandths < 98 || (thousandths >= 102 && thousandths <= 106) ? "oom" : "pass";
  std::map<std::string, std::string> got;
  for (const auto& point : json(sweep(trace, "0.095", "0.11", "0.001")))
    got[std::to_string(std::lround(point["ratio"].get<double>() * 1000))] = point["result"];
  EXPECT_EQ(got, expected);
}

}  // namespace
}  // namespace rematfuzz::testing
