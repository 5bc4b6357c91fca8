// hunt: what it finds is there, the same seed finds the same, and it ends cleanly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
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

class HuntTest : public ProgramTest {
 protected:
  // A short hunt as JSON, into the folder `out`.
  Json hunt(std::vector<std::string> options, const std::string& out = "h") const {
    options.insert(options.begin(), {"hunt", "--jobs", "1", "--out", out});
    const auto lacks = [&](const char* option) {
      return std::ranges::find(options, option) == options.end();
    };
    if (lacks("--runs")) options.insert(options.end(), {"--runs", "400"});
    if (lacks("--seed")) options.insert(options.end(), {"--seed", "1"});
    return json(options, "", 1);
  }
};

// But for what depends on where and when it was.
Json findings_only(Json hunt) {
  for (Json& finding : hunt["findings"]) {
    finding.erase("file");
    finding.erase("command");
  }
  return hunt["findings"];
}

TEST_F(HuntTest, JsonHasFindingsWithTheirFiles) {
  const Json got = hunt({"--kind", "hole,inversion"});
  EXPECT_THAT(names_in(got),
              ElementsAre("inputs", "seconds", "seed", "jobs", "engine", "interrupted", "command",
                          "folder", "distinct", "findings"));
  EXPECT_EQ(got["seed"], 1);
  EXPECT_EQ(got["inputs"], 400);
  EXPECT_EQ(got["engine"], "libfuzzer");
  ASSERT_FALSE(got["findings"].empty());
  EXPECT_EQ(got["distinct"], got["findings"].size());
  for (const Json& finding : got["findings"]) {
    EXPECT_THAT(names_in(finding),
                ElementsAre("kind", "finding", "policy", "mechanism", "size", "unit",
                            "worse_budget", "better_budget", "operators", "file", "command"));
    EXPECT_TRUE(std::filesystem::exists(path(finding["file"]))) << finding;
  }
  EXPECT_EQ(Json::parse(read("h/findings.json")), got);
}

// What it says of a finding is what single runs say, and its command shows it.
TEST_F(HuntTest, FindingsAreTrue) {
  const Json got = hunt({"--kind", "hole,inversion,cliff,thrash,drift,alternation"});
  std::set<std::string> kinds;
  for (const Json& finding : got["findings"]) {
    if (!kinds.insert(finding["kind"]).second) continue;
    SCOPED_TRACE(finding.dump());
    const Finished shown = shell(finding["command"]);
    EXPECT_EQ(shown.exit_code, 1) << shown.err;
    const auto at = [&](const char* budget) {
      return json({"run", finding["file"], "--policy", finding["policy"], "--budget",
                   finding[budget].dump(), "--overhead-limit", "100"});
    };
    if (finding["finding"] != "hole") continue;
    EXPECT_EQ(at("worse_budget")["result"], "oom");
    EXPECT_EQ(at("better_budget")["result"], "pass");
    EXPECT_LT(finding["better_budget"], finding["worse_budget"]);
  }
  EXPECT_THAT(kinds, Contains("hole"));
  EXPECT_THAT(kinds, Contains("inversion"));
}

TEST_F(HuntTest, TheSameSeedFindsTheSame) {
  for (const char* engine : {"libfuzzer", "map-elites", "anneal", "random", "uniform"}) {
    SCOPED_TRACE(engine);
    const std::string name = engine;
    const Json once = hunt({"--engine", engine}, name + "1");
    const Json again = hunt({"--engine", engine}, name + "2");
    EXPECT_EQ(findings_only(once), findings_only(again));
    EXPECT_EQ(read(name + "1/findings.json").empty(), false);
  }
  EXPECT_NE(findings_only(hunt({}, "a")), findings_only(hunt({"--seed", "2"}, "b")));
}

// What one hunt found, the next one in its folder starts with.
TEST_F(HuntTest, GoesOnWhereAnotherOneEnded) {
  const Json once = hunt({"--engine", "random"}, "same");
  const std::size_t found = once["findings"].size();
  ASSERT_GT(found, 0U);
  for (const char* engine : {"map-elites", "libfuzzer"}) {
    SCOPED_TRACE(engine);
    const Json next = hunt({"--engine", engine, "--from", "none", "--runs", "300"}, "same");
    EXPECT_GE(next["findings"].size(), found);
  }
}

TEST_F(HuntTest, TheCommandRepeatsIt) {
  const Json once = hunt({"--policy", "LRU,DTR", "--kind", "hole", "--max-ops", "12"});
  const Finished again = shell(std::string(once["command"]) + " --out again --json");
  ASSERT_EQ(again.exit_code, 1) << again.err;
  EXPECT_EQ(findings_only(Json::parse(again.out)), findings_only(once));
}

TEST_F(HuntTest, FindsAHoleForEveryPolicyFromNothing) {
  const Json got =
      hunt({"--kind", "hole", "--from", "none", "--until", "0.000001", "--runs", "200000"});
  std::set<std::string> policies;
  for (const Json& finding : got["findings"]) policies.insert(finding["policy"]);
  EXPECT_EQ(policies.size(), 19U);
}

TEST_F(HuntTest, FromTracesItStartsFromTheirPieces) {
  ASSERT_EQ(run({"gen", "unet", "--depth", "2", "-o", "unet.log"}).exit_code, 0);
  const Json got =
      hunt({"--from", "unet.log", "--policy", "DTR", "--kind", "hole,inversion", "--runs", "4000"});
  EXPECT_THAT(std::string(got["command"]), HasSubstr("--from unet.log"));
  EXPECT_FALSE(got["findings"].empty());
}

TEST_F(HuntTest, VersusFillsAMatrix) {
  const Json got = hunt({"--versus", "DTR,LRU,MSPS", "--runs", "1500"});
  std::set<std::string> pairs;
  for (const Json& finding : got["findings"]) {
    pairs.insert(std::string(finding["kind"]) + " " + std::string(finding["policy"]) + " " +
                 std::string(finding["rival"]));
    if (finding["kind"] != "runs_out") continue;
    const auto result = [&](const char* policy) {
      return json({"run", finding["file"], "--policy", finding[policy], "--budget",
                   finding["worse_budget"].dump(), "--overhead-limit", "100"})["result"];
    };
    EXPECT_EQ(result("policy"), "oom") << finding;
    EXPECT_EQ(result("rival"), "pass") << finding;
  }
  EXPECT_EQ(pairs.size(), 12U) << got["findings"];
}

TEST_F(HuntTest, SharedHolesAreCountedOverPolicies) {
  const Json got = hunt({"--kind", "shared", "--runs", "1000"});
  ASSERT_EQ(got["findings"].size(), 1U);
  const Json& finding = got["findings"][0];
  EXPECT_TRUE(finding["policy"].is_null());
  EXPECT_GE(finding["size"], 3.0);
}

TEST_F(HuntTest, ATableForPeople) {
  const Finished finished =
      run({"hunt", "--runs", "300", "--jobs", "2", "--seed", "3", "--policy", "DTR", "--out", "h"});
  EXPECT_EQ(finished.exit_code, 1) << finished.err;
  for (const char* said :
       {" s  hole         DTR ", "kind ", "mechanisms", "600 traces in ", "h/hole-DTR-",
        "seed 3; again: rematfuzz hunt --policy DTR --runs 300 --jobs 2 --seed 3\n"})
    EXPECT_THAT(finished.out, HasSubstr(said));
  EXPECT_EQ(finished.err, "");
}

TEST_F(HuntTest, CtrlCIsACleanEnd) {
  const int status =
      signalled({"hunt", "--time", "10m", "--jobs", "2", "--out", "h"}, SIGINT, [&](pid_t process) {
        return handles_ctrl_c(process) && std::filesystem::exists(path("h/engine-2.txt"));
      });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_THAT(read("out"), HasSubstr("interrupted"));
  EXPECT_TRUE(Json::parse(read("h/findings.json"))["interrupted"]);
  for (const auto& entry : std::filesystem::directory_iterator(path("h")))
    EXPECT_THAT(entry.path().filename().string(), Not(StartsWith(".rematfuzz")));
}

TEST_F(HuntTest, WhatMakesNoSenseIsRefused) {
  const auto refused = [&](std::vector<std::string> options, const std::string& message) {
    options.insert(options.begin(), "hunt");
    expect_error(run(options), message);
  };
  refused({"--kind", "hole,whole"},
          "unknown kind 'whole'; known: hole, inversion, cliff, thrash, drift, alternation");
  refused({"--kind", "hole,hole"}, "--kind: 'hole' is there twice");
  refused({"--kind", "shared,hole"},
          "--kind shared is about all policies at once: it stands alone");
  refused({"--versus", "DTR"}, "--versus needs two policies or more: P,Q");
  refused({"--engine", "diesel"},
          "unknown engine 'diesel'; known: libfuzzer, map-elites, anneal, random, uniform");
  refused({"--time", "never"}, "--time: 'never' is no span of time; write 90s, 10m or 1h");
  refused({"--time", "0s"}, "--time: '0s' is not more than 0 and at most 1000h");
  refused({"--overhead-limit", "1.5", "--out", "h"},
          "--thrash-limit is above --overhead-limit, where runs are given up");
  EXPECT_EQ(run({"hunt", "--from", "missing.log", "--out", "h"}).exit_code, 2);
  EXPECT_EQ(run({"hunt", "--policy", "DTR", "--versus", "DTR,LRU"}).exit_code, 2);
  EXPECT_EQ(run({"hunt", "--runtime", "RuntimeV1", "--policy", "DTR"}).exit_code, 2);
  write("file", "");
  EXPECT_EQ(run({"hunt", "--out", "file/h", "--runs", "1"}).exit_code, 2);
  EXPECT_THAT(files(), ElementsAre("file"));
}

}  // namespace
}  // namespace rematfuzz::testing
