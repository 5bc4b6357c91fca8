// jitter: its report, the worst sample's log, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/options/noise_option.h"
#include "sim/base/error.h"
#include "tests/cli/program.h"
#include "tests/trace/log_text.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class JitterTest : public UnetTest<3> {
 protected:
  // Of 50 samples. At a ratio of 0.43 the plain run and all samples pass; at 0.433 the plain run
  // and some samples run out of memory.
  static std::vector<std::string> jitter(std::vector<std::string> options) {
    options.insert(options.begin(), {"jitter", "unet.log", "--samples", "50"});
    return options;
  }
};

// The command behind "repeat: ".
std::string repeat_command(const std::string& text) {
  const std::size_t at = text.find("repeat: ");
  return at == std::string::npos ? "" : text.substr(at + 8);
}

TEST_F(JitterTest, JsonHasOutcomesOverheadsAndTheWorst) {
  const auto got = json(jitter({"--ratio", "0.433"}));
  EXPECT_THAT(names_in(got), ElementsAre("run", "noise", "samples", "seed", "outcomes", "overhead",
                                         "worst", "command"));
  EXPECT_EQ(got["run"], json({"run", "unet.log", "--ratio", "0.433"}));
  EXPECT_EQ(got["noise"], 0.05);
  EXPECT_EQ(got["samples"], 50);
  EXPECT_EQ(got["seed"], 0);
  EXPECT_THAT(names_in(got["outcomes"]), ElementsAre("pass", "oom", "thrash"));
  int samples = 0;
  for (const auto& outcome : got["outcomes"]) {
    EXPECT_THAT(names_in(outcome), ElementsAre("samples", "share", "low", "high"));
    EXPECT_EQ(outcome["share"].get<double>(), outcome["samples"].get<double>() / 50);
    samples += outcome["samples"].get<int>();
  }
  EXPECT_EQ(samples, 50);
  EXPECT_GT(got["outcomes"]["pass"]["samples"], 0);
  EXPECT_GT(got["outcomes"]["oom"]["samples"], 0);
  EXPECT_THAT(names_in(got["overhead"]),
              ElementsAre("min", "p5", "p25", "p50", "p75", "p95", "max"));
  EXPECT_THAT(names_in(got["worst"]), ElementsAre("sample", "result", "overhead", "clock",
                                                  "baseline_compute", "file", "command"));
  EXPECT_EQ(got["worst"]["result"], "oom");
  EXPECT_TRUE(got["worst"]["overhead"].is_null());
  EXPECT_TRUE(got["worst"]["file"].is_null());
  EXPECT_TRUE(got["worst"]["command"].is_null());
  EXPECT_THAT(files(), ElementsAre("unet.log"));
}

TEST_F(JitterTest, WithoutNoiseAllSamplesAreThePlainRun) {
  const auto run = json({"run", "unet.log", "--ratio", "0.43"});
  ASSERT_EQ(run["result"], "pass");
  const auto got = json(jitter({"--ratio", "0.43", "--noise", "0"}));
  EXPECT_EQ(got["outcomes"]["pass"]["samples"], 50);
  for (const auto& overhead : got["overhead"]) EXPECT_EQ(overhead, run["overhead"]);
  EXPECT_EQ(got["worst"]["sample"], 0);
  EXPECT_EQ(got["worst"]["overhead"], run["overhead"]);
  EXPECT_EQ(got["worst"]["clock"], run["clock"]);
}

TEST_F(JitterTest, PrintsTables) {
  const Finished text = run(jitter({"--ratio", "0.43", "--noise", "2.5%", "--seed", "3"}));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_THAT(text.out,
              AllOf(StartsWith("trace    unet.log\npolicy   DTR on RuntimeV2EagerOptimized\n"),
                    HasSubstr("\nnoise    2.5%: each cost times a factor from 0.975 to 1.025\n"
                              "samples  50, seed 3\n\n"
                              "outcome  unperturbed  samples  percent      95 % interval\n"
                              "pass               x       50  100.0 %  92.9 % to 100.0 %\n"
                              "oom                         0    0.0 %     0.0 % to 7.1 %\n"
                              "thrash                      0    0.0 %     0.0 % to 7.1 %\n\n"),
                    HasSubstr("     min     5 %    25 %    50 %    75 %    95 %     max\n"
                              "overhead of those that pass       1.2639  1."),
                    HasSubstr("\n\nworst: sample "), HasSubstr(", an overhead of 1.")));
}

TEST_F(JitterTest, SaysWhereNoSamplePasses) {
  const Finished text = run(jitter({"--ratio", "0.3"}));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, HasSubstr("\n\nno sample passes\n\nworst: sample 0, oom; "));
  EXPECT_TRUE(json(jitter({"--ratio", "0.3"}))["overhead"].is_null());
}

TEST_F(JitterTest, SaysHowToGetTheWorstSampleAndToRepeatAll) {
  const Finished text = run(jitter({"--ratio", "0.433", "--seed", "3"}));
  const std::string again = repeat_command(text.out);
  EXPECT_THAT(again, AllOf(HasSubstr(" --noise 5% --samples 50 "), EndsWith(" --seed 3\n")));
  EXPECT_EQ(shell(again).out, text.out);
  const std::string next = next_command(text.out);
  EXPECT_THAT(shell(next).out, HasSubstr("\nresult       oom\n"));
  EXPECT_THAT(files(), ElementsAre("unet.log", "worst.log"));
}

TEST_F(JitterTest, TheWorstSamplesLogGivesWhatWasReported) {
  for (const char* ratio : {"0.43", "0.433"}) {
    const auto got = json(jitter({"--ratio", ratio, "--worst", "it's.log"}));
    EXPECT_EQ(got["worst"]["file"], "it's.log");
    const std::string command = got["worst"]["command"];
    const auto again = nlohmann::ordered_json::parse(shell(command + " --json").out);
    EXPECT_EQ(again["result"], got["worst"]["result"]);
    EXPECT_EQ(again["overhead"], got["worst"]["overhead"]);
    EXPECT_EQ(again["clock"], got["worst"]["clock"]);
    EXPECT_EQ(json({"info", "it's.log"})["model_compute"], got["worst"]["baseline_compute"]);
    EXPECT_THAT(files(), ElementsAre("it's.log", "unet.log"));
  }
  const Finished text = run(jitter({"--ratio", "0.433", "--worst", "worst.log"}));
  EXPECT_THAT(text.out, HasSubstr("; wrote worst.log\nnext: rematfuzz run worst.log --budget "));
  EXPECT_EQ(read("worst.log"), read("it's.log"));
  EXPECT_EQ(shell(repeat_command(text.out)).out, text.out);
}

TEST_F(JitterTest, KeepsLimitsAndRetainedStorages) {
  const auto got = json(jitter(
      {"--ratio", "0.43", "--overhead-limit", "1.195", "--retain", "119", "--worst", "worst.log"}));
  EXPECT_GT(got["outcomes"]["thrash"]["samples"], 0);
  EXPECT_GT(got["outcomes"]["pass"]["samples"], 0);
  EXPECT_EQ(got["worst"]["result"], "thrash");
  const std::string command = got["worst"]["command"];
  EXPECT_THAT(command, EndsWith(" --overhead-limit 1.195 --retain 119"));
  const auto again = nlohmann::ordered_json::parse(shell(command + " --json").out);
  EXPECT_EQ(again["result"], "thrash");
  EXPECT_EQ(again["clock"], got["worst"]["clock"]);
}

TEST_F(JitterTest, TheAnswerDependsOnTheSeedAndNotOnTheThreads) {
  const auto out = [&](const std::string& seed, const std::string& threads) {
    return run(jitter({"--ratio", "0.433", "--seed", seed, "--threads", threads, "--json"})).out;
  };
  EXPECT_EQ(out("0", "1"), out("0", "2"));
  EXPECT_NE(out("0", "1"), out("1", "1"));
}

TEST_F(JitterTest, TheSeedIsThatOfRandomPoliciesToo) {
  const Finished text = run(jitter({"--ratio", "0.6", "--policy", "RandomStorage", "--seed", "7"}));
  const std::string again = repeat_command(text.out);
  EXPECT_EQ(again.find("--seed 7"), again.rfind("--seed 7"));
  EXPECT_EQ(shell(again).out, text.out);
}

TEST_F(JitterTest, ReadsCompressedLogsAndStandardInput) {
  const auto plain = json(jitter({"--ratio", "0.433", "--worst", "worst.log"}));
  ASSERT_EQ(shell("gzip -k unet.log").exit_code, 0);
  const auto packed = json(
      {"jitter", "unet.log.gz", "--samples", "50", "--ratio", "0.433", "--worst", "packed.log"});
  EXPECT_EQ(packed["outcomes"], plain["outcomes"]);
  EXPECT_EQ(read("packed.log"), read("worst.log"));
  const auto piped = json({"jitter", "-", "--samples", "50", "--ratio", "0.433"}, read("unet.log"));
  EXPECT_EQ(piped["outcomes"], plain["outcomes"]);
}

TEST_F(JitterTest, RefusesWhatIsNoNoise) {
  for (const char* text : {"", "%", "-1%", "1.01", "101%", "5 %", "5%%", "x", "nan", "1e-2",
                           "0.0000000000001", "0.00000000001%"})
    expect_error(run(jitter({"--ratio", "0.4", "--noise", text, "--worst", "worst.log"})),
                 std::string("--noise: '") + text +
                     "' is not a noise from 0 to 1 with at most 12 decimals, such as 0.05 or 5%");
  EXPECT_THAT(files(), ElementsAre("unet.log"));
}

TEST_F(JitterTest, RefusesWhatMakesNoSense) {
  expect_error(run(jitter({})), "give a budget: --ratio R or --budget BYTES");
  for (const char* text : {"0", "1000001", "1.5"})
    expect_error(run({"jitter", "unet.log", "--ratio", "1", "--samples", text}),
                 std::string("--samples: '") + text + "' is not a whole number from 1 to 1000000");
  expect_error(run({"jitter", "missing", "--ratio", "1", "--worst", "worst.log"}),
               "missing: no such file");
  EXPECT_THAT(files(), ElementsAre("unet.log"));
}

TEST_F(JitterTest, RefusesPlacesThatTheWorstSampleCannotTake) {
  const std::string log = read("unet.log");
  const auto refusal = [&](const std::string& worst) {
    return run(jitter({"--ratio", "0.43", "--worst", worst}));
  };
  expect_error(refusal("-"), "--worst needs a file: standard output has the report");
  expect_error(refusal("./unet.log"), "--worst: that is the trace itself");
  expect_error(refusal(""), ": cannot be written: No such file or directory");
  expect_error(refusal("missing/x"), "missing/x: cannot be written: No such file or directory");
  const std::string twice = "--worst reads the trace a second time, which ";
  expect_error(run({"jitter", "-", "--ratio", "1", "--worst", "worst.log"}, log),
               twice + "<stdin> does not allow");
  expect_error(shell("cat unet.log | rematfuzz jitter /dev/stdin --ratio 1 --worst worst.log"),
               twice + "/dev/stdin does not allow");
  EXPECT_EQ(read("unet.log"), log);
  EXPECT_THAT(files(), ElementsAre("unet.log"));
}

TEST_F(JitterTest, RefusesCostsThatNoiseMakesTooLarge) {
  write("large.log", start() + call({}, "a", "1", "-1", "1152921504606846976"));
  expect_error(run({"jitter", "large.log", "--ratio", "1", "--worst", "worst.log"}),
               "with this noise the sum of all TIMEs passes 2^60");
  EXPECT_THAT(files(), ElementsAre("large.log", "unet.log"));
}

TEST(NoiseOption, TakesFractionsAndPercentagesExactly) {
  EXPECT_EQ(cli::parse_noise("5%").parts, 50'000'000'000);
  EXPECT_EQ(cli::parse_noise("0.05").parts, 50'000'000'000);
  EXPECT_EQ(cli::parse_noise("100%").parts, Noise::whole);
  EXPECT_EQ(cli::parse_noise("1").parts, Noise::whole);
  EXPECT_EQ(cli::parse_noise("0").parts, 0);
  EXPECT_EQ(cli::parse_noise(".000000000001").parts, 1);
  EXPECT_EQ(cli::parse_noise("0.0000000001%").parts, 1);
  EXPECT_EQ(cli::parse_noise("0.00000000000100").parts, 1);
  for (const std::string text : {"0%", "5%", "0.25%", "33.3333333333%", "0.0000000001%", "100%"})
    EXPECT_EQ(cli::noise_text(cli::parse_noise(text)), text);
}

}  // namespace
}  // namespace rematfuzz::testing
