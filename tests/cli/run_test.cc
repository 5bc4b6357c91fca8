// run: one simulation, its options, and how it is reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/trace/log_text.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class RunTest : public UnetTest<3> {
 protected:
  Finished run_unet(std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", "unet.log"});
    return run(options);
  }
  nlohmann::ordered_json json_of_unet(std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", "unet.log"});
    return json(options);
  }
};

TEST_F(RunTest, JsonHasTheNamesOfARecord) {
  EXPECT_THAT(
      names_in(json_of_unet({"--ratio", "0.5"})),
      ElementsAre("trace", "policy", "runtime", "budget", "ratio", "overhead_limit", "result",
                  "overhead", "clock", "model_compute", "remat_compute", "peak_memory",
                  "bottleneck_memory", "constant_memory", "heuristic_evals", "heuristic_accesses",
                  "evictions", "evicted_storages", "eviction_sha1", "drift_decisions", "lo", "hi"));
}

TEST_F(RunTest, IsTheSameWithinItsRegimeOnly) {
  const auto with_budget = [&](std::int64_t bytes) {
    auto run = json_of_unet({"--budget", std::to_string(bytes)});
    run.erase("budget");
    run.erase("ratio");
    return run;
  };
  const auto run = json_of_unet({"--ratio", "0.5"});
  const auto lo = run["lo"].get<std::int64_t>();
  const auto hi = run["hi"].get<std::int64_t>();
  EXPECT_EQ(run["peak_memory"], lo);
  EXPECT_EQ(with_budget(lo), with_budget(hi - 1));
  EXPECT_EQ(with_budget(lo)["eviction_sha1"], run["eviction_sha1"]);
  EXPECT_NE(with_budget(lo - 1)["hi"], run["hi"]);
  EXPECT_NE(with_budget(hi)["lo"], run["lo"]);
  EXPECT_TRUE(json_of_unet({"--ratio", "2"})["hi"].is_null());
}

TEST_F(RunTest, FreshNeighborhoodsDoNotDrift) {
  EXPECT_GT(json_of_unet({"--ratio", "0.3"})["drift_decisions"], 0);
  const auto fresh = json_of_unet({"--ratio", "0.3", "--neighborhood", "fresh"});
  EXPECT_EQ(fresh["drift_decisions"], 0);
  EXPECT_EQ(fresh["neighborhood"], "fresh");
}

TEST_F(RunTest, AgreesWithReferenceRecords) {
  std::ifstream records(golden_records);
  std::string line;
  std::getline(records, line);
  for (int i = 0; i < 20 && std::getline(records, line); ++i) {
    const auto record = nlohmann::ordered_json::parse(line);
    std::vector<std::string> args{"run",       golden_log,
                                  "--policy",  record["heuristic"].get<std::string>(),
                                  "--runtime", record["runtime"].get<std::string>(),
                                  "--budget",  record["budget"].dump()};
    if (!record["overhead_limit"].is_null())
      args.insert(args.end(), {"--overhead-limit", record["overhead_limit"].dump()});
    const auto got = json(args);
    for (const auto& [name, value] : record.items())
      if (got.contains(name)) EXPECT_EQ(got[name], value) << name << " of " << line;
  }
}

TEST_F(RunTest, ReportsInWords) {
  const Finished text = run_unet({"--ratio", "0.5"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  const auto expected = json_of_unet({"--ratio", "0.5"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("policy       DTR on RuntimeV2EagerOptimized\n"),
                              HasSubstr("(3,966,403,002 bytes), ratio 0.5\n"),
                              HasSubstr("result       pass\n"), HasSubstr("overhead     1.20"),
                              HasSubstr(expected["eviction_sha1"].get<std::string>())));
}

TEST_F(RunTest, BudgetsAreRatiosOrAmounts) {
  const auto by_ratio = json_of_unet({"--ratio", "0.5"});
  const auto by_bytes = json_of_unet({"--budget", by_ratio["budget"].dump()});
  EXPECT_EQ(by_ratio, by_bytes);
  EXPECT_EQ(json_of_unet({"--budget", "1.5GiB"})["budget"], 1610612736);
  EXPECT_EQ(json_of_unet({"--budget", "900MB"})["budget"], 900000000);
  EXPECT_EQ(json_of_unet({"--ratio", "1e300"})["budget"], 9223372036854775807);
  expect_error(run_unet({}), "give a budget: --ratio R or --budget BYTES");
  expect_error(run_unet({"--ratio", "1", "--budget", "1GB"}),
               "give either --ratio or --budget, not both");
}

TEST_F(RunTest, ResultsAreNoErrors) {
  const auto oom = json_of_unet({"--ratio", "0.42"});
  EXPECT_EQ(oom["result"], "oom");
  EXPECT_TRUE(oom["overhead"].is_null());
  const auto thrash = json_of_unet({"--ratio", "0.5", "--overhead-limit", "1"});
  EXPECT_EQ(thrash["result"], "thrash");
  EXPECT_EQ(thrash["overhead_limit"], 1);
  EXPECT_THAT(run_unet({"--ratio", "0.42"}).out, HasSubstr("overhead     -\n"));
}

TEST_F(RunTest, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "nan", "inf", "-1", "+1", "1e400", "0x1", "1,5", " 1", "1 ", "."})
    expect_error(run_unet({"--ratio", text}),
                 std::string("--ratio: '") + text + "' is not a number from 0 up");
  for (const char* text : {"", "0.5", "nan", "inf", "-1", "1e400", "0x2", "abc"})
    expect_error(run_unet({"--ratio", "1", "--overhead-limit", text}),
                 std::string("--overhead-limit: '") + text + "' is not a number from 1 up");
  for (const char* text : {"", "-1", "abc", "1.5", "0x5", "18446744073709551616"})
    expect_error(
        run_unet({"--ratio", "1", "--seed", text}),
        std::string("--seed: '") + text + "' is not a whole number from 0 to 18446744073709551615");
  for (const char* text : {"", "1.5XB", "-5", "99999999999999999999", "1..5", "1e9", "nan"}) {
    const Finished finished = run_unet({"--budget", text});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.err, AllOf(HasSubstr(std::string("--budget: '") + text +
                                              "' is not an amount of memory ("),
                                    HasSubstr("1.5GiB, 900MB\n")));
  }
}

TEST_F(RunTest, RefusesUnknownNamesBeforeItReadsTheTrace) {
  EXPECT_THAT(run({"run", "missing", "--ratio", "1", "--policy", "X"}).err,
              HasSubstr("unknown policy 'X'; known: DTR, "));
  EXPECT_THAT(run({"run", "missing", "--ratio", "1", "--runtime", "X"}).err,
              HasSubstr("unknown runtime 'X'; known: RuntimeV1, "));
  EXPECT_THAT(run({"run", "missing", "--ratio", "1", "--runtime", "RuntimeV1"}).err,
              HasSubstr("DTR reads regions, which RuntimeV1 does not maintain; use "));
  expect_error(run({"run", "missing", "--ratio", "1"}), "missing: no such file");
}

TEST_F(RunTest, RandomPoliciesTakeASeedAndPrintIt) {
  const std::vector<std::string> options{"--ratio", "0.5", "--policy", "RandomStorage", "--seed"};
  const auto seeded = [&](const std::string& seed) {
    std::vector<std::string> all = options;
    all.push_back(seed);
    return all;
  };
  const auto five = json_of_unet(seeded("5"));
  EXPECT_EQ(five["seed"], 5);
  EXPECT_EQ(json_of_unet(seeded("5")), five);
  EXPECT_NE(json_of_unet(seeded("6"))["eviction_sha1"], five["eviction_sha1"]);
  const std::string text = run_unet(seeded("5")).out;
  EXPECT_THAT(text, HasSubstr("RandomStorage on RuntimeV2EagerOptimized, seed 5\n"));
  EXPECT_THAT(next_command(text), HasSubstr(" --seed 5"));
}

TEST_F(RunTest, RetainsStoragesByIdAndByLabel) {
  write("views.log", start() + constant("a", "10") + call({"a"}, "b", "10") +
                         call({"b"}, "view", "0", "0") + call({"a"}, "c", "10"));
  const auto retained = [&](const std::string& storage) {
    return run({"run", "views.log", "--ratio", "1", "--retain", storage, "--json"});
  };
  for (const char* name : {"1", "b", "view"})
    EXPECT_EQ(nlohmann::json::parse(retained(name).out)["retain"], nlohmann::json{1}) << name;
  EXPECT_THAT(json({"run", "views.log", "--ratio", "1", "--retain", "1", "--retain", "c",
                    "--retain", "view"})["retain"],
              ElementsAre(1, 3));
  const std::string named = ": a storage is named by its root tensor's id, and ";
  expect_error(retained("2"), "no storage 2" + named + "tensor 2 is a view");
  expect_error(retained("4"), "no storage 4" + named + "the trace has 4 tensors");
  expect_error(retained("4294967297"), "no storage 4294967297" + named + "the trace has 4 tensors");
  for (const char* text : {"", "nonsense", "-5", "99999999999999999999"})
    expect_error(retained(text), std::string("no tensor is labelled '") + text + "'");
}

TEST_F(RunTest, TheNextCommandWorksAtEveryBudget) {
  for (const char* ratio : {"0", "1e-300", "1e-9", "0.00001", "0.5", "0.999", "1", "1e300"}) {
    const std::string next =
        next_command(run_unet({"--ratio", ratio, "--policy", "LRU", "--runtime", "RuntimeV2",
                               "--retain", "5", "--overhead-limit", "2"})
                         .out);
    EXPECT_THAT(next, HasSubstr("--policy LRU --runtime RuntimeV2 --overhead-limit 2 --retain 5"));
    EXPECT_EQ(shell(next).exit_code, 0) << next;
  }
}

TEST_F(RunTest, ColoursATerminalOnly) {
  const std::string command = "rematfuzz run unet.log --ratio 0.42";
  EXPECT_THAT(on_terminal("unset NO_COLOR; " + command).out, HasSubstr("\x1b[31moom\x1b[0m"));
  EXPECT_THAT(on_terminal("export NO_COLOR=1; " + command).out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(on_terminal("unset NO_COLOR; " + command + " | cat").out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(on_terminal("unset NO_COLOR; " + command + " --json").out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(shell(command).out, Not(HasSubstr("\x1b[")));
}

TEST_F(RunTest, RetainingOneStorageClosesAHoleOfResnet) {
  const std::string trace = shared_trace("resnet32-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  const auto closed = json({"run", trace, "--ratio", "0.104", "--retain", "612"});
  EXPECT_EQ(closed["result"], "pass");
  EXPECT_NEAR(closed["overhead"].get<double>(), 2.24, 0.005);
  EXPECT_EQ(json({"run", trace, "--ratio", "0.104"})["result"], "oom");
}

TEST_F(RunTest, OneThousandthMoreSavesLstmMostEvictions) {
  const std::string trace = shared_trace("lstm-");
  if (trace.empty()) GTEST_SKIP() << "the published traces are not here";
  EXPECT_EQ(json({"run", trace, "--ratio", "0.265"})["evictions"], 6958);
#ifndef REMATFUZZ_SLOW_BUILD
  // Long enough for a progress bar, which is for the terminal alone.
  const Finished slow =
      on_terminal("rematfuzz run '" + trace + "' --ratio 0.264 --json > slow.json");
  EXPECT_EQ(slow.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(read("slow.json"))["evictions"], 43292);
  EXPECT_THAT(slow.out, AnyOf("", AllOf(HasSubstr("run [###"), EndsWith("\r\x1b[K"))));
#endif
}

}  // namespace
}  // namespace rematfuzz::testing
