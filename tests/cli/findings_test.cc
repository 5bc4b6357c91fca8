// findings: of traces and of saved maps, with thresholds, filters and exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/cli/saved_map.h"

namespace rematfuzz::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class FindingsCommandTest : public ProgramTest {
 protected:
  // One finding of each kind, and two holes.
  void SetUp() override {
    ProgramTest::SetUp();
    write("all.json",
          saved(map_of({oom(400), pass(100, 100), oom(50), pass(100, 130), thrash(30),
                        pass(20, 100), oom(60), drift(40, 3), pass(100, 250), pass(100, 100)})));
    write("clean.json", saved(map_of({oom(400), pass(600, 120)})));
  }

  void generate_unet() const {
    ASSERT_EQ(run({"gen", "unet", "--depth", "2", "-o", "unet.log"}).exit_code, 0);
  }

  // The kinds of all findings, in order.
  std::vector<std::string> kinds(std::vector<std::string> args, int exit_code = 1) const {
    args.insert(args.begin(), "findings");
    std::vector<std::string> names;
    const auto whole = json(args, "", exit_code);
    for (const auto& map : whole["maps"])
      for (const auto& finding : map["findings"]) names.push_back(finding["kind"]);
    return names;
  }
};

TEST_F(FindingsCommandTest, PrintsATableAndWhatToDoNext) {
  const Finished finished = run({"findings", "all.json"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.out,
            "hand.log, DTR on RuntimeV2EagerOptimized: 2 holes, 2 inversions, 2 cliffs, 1 thrash "
            "pocket, 1 drift\n"
            "\n"
            "kind              how much     ratio  from (bytes)  to (not included)  bytes  "
            "better budget\n"
            "hole                  60 B  0.700000           700                760     60  "
            "          699\n"
            "hole                  50 B  0.500000           500                550     50  "
            "          499\n"
            "inversion            x 2.5  0.800000           800                900    100  "
            "          799\n"
            "inversion            x 1.3  0.550000           550                650    100  "
            "          499\n"
            "cliff                x 2.5  0.799000           799                801      2  "
            "          799\n"
            "cliff                x 2.5  0.899000           899                901      2  "
            "          900\n"
            "thrash pocket         30 B  0.650000           650                680     30  "
            "          649\n"
            "drift          3 decisions  0.760000           760                800     40  "
            "            -\n"
            "\n"
            "next: rematfuzz explain hand.log --budget 700 --policy DTR --runtime "
            "RuntimeV2EagerOptimized\n");
}

TEST_F(FindingsCommandTest, JsonNamesEachFinding) {
  const auto whole = json({"findings", "all.json", "clean.json"}, "", 1);
  EXPECT_THAT(names_in(whole), ElementsAre("findings", "maps"));
  EXPECT_EQ(whole["findings"], 8);
  ASSERT_EQ(whole["maps"].size(), 2U);
  const auto& map = whole["maps"][0];
  EXPECT_THAT(names_in(map), ElementsAre("trace", "policy", "runtime", "complete", "overhead_limit",
                                         "baseline", "thresholds", "findings"));
  EXPECT_EQ(map["trace"], "hand.log");
  EXPECT_EQ(map["baseline"].dump(), R"({"peak_memory":1000,"model_compute":100})");
  EXPECT_EQ(map["thresholds"].dump(),
            R"({"inversion_factor":1.25,"cliff_factor":2.0,"cliff_distance":1})");
  EXPECT_EQ(map["findings"][0].dump(), R"({"kind":"hole","lo":700,"hi":760,"bytes":60,)"
                                       R"("factor":null,"better":699,"decisions":null})");
  EXPECT_EQ(map["findings"][5].dump(), R"({"kind":"cliff","lo":899,"hi":901,"bytes":2,)"
                                       R"("factor":2.5,"better":900,"decisions":null})");
  EXPECT_EQ(map["findings"][7].dump(), R"({"kind":"drift","lo":760,"hi":800,"bytes":40,)"
                                       R"("factor":null,"better":null,"decisions":3})");
  EXPECT_EQ(whole["maps"][1]["findings"].dump(), "[]");
}

TEST_F(FindingsCommandTest, ExitCodeSaysWhetherThereAreAny) {
  const Finished clean = run({"findings", "clean.json"});
  EXPECT_EQ(clean.exit_code, 0);
  EXPECT_EQ(clean.out, "hand.log, DTR on RuntimeV2EagerOptimized: no findings\n");
  EXPECT_EQ(run({"findings", "clean.json", "all.json"}).exit_code, 1);
  EXPECT_EQ(run({"findings", "clean.json", "missing"}).exit_code, 2);
  EXPECT_EQ(run({"findings", "clean.json", "--json"}).exit_code, 0);
  EXPECT_EQ(run({"findings", "clean.json", "--kind", "hole"}).exit_code, 0);
}

TEST_F(FindingsCommandTest, KindsFilter) {
  EXPECT_THAT(kinds({"all.json", "--kind", "hole"}), ElementsAre("hole", "hole"));
  EXPECT_THAT(kinds({"all.json", "--kind", "drift,thrash_pocket"}),
              ElementsAre("thrash_pocket", "drift"));
  EXPECT_THAT(kinds({"--kind", "cliff", "--kind", "inversion", "all.json"}),
              ElementsAre("inversion", "inversion", "cliff", "cliff"));
  expect_error(run({"findings", "missing", "--kind", "hole,holes"}),
               "unknown kind of finding 'holes'; known: hole, inversion, cliff, thrash_pocket, "
               "drift");
}

TEST_F(FindingsCommandTest, ThresholdsAreOptions) {
  const auto count = [&](const char* kind, std::vector<std::string> options, int exit_code = 1) {
    options.insert(options.begin(), {"all.json", "--kind", kind});
    return kinds(options, exit_code).size();
  };
  EXPECT_EQ(count("inversion", {"--inversion-factor", "1.3"}), 2U);
  EXPECT_EQ(count("inversion", {"--inversion-factor", "1.31"}), 1U);
  EXPECT_EQ(count("cliff", {"--cliff-factor", "2.5"}), 2U);
  EXPECT_EQ(count("cliff", {"--cliff-factor", "2.51"}, 0), 0U);
  EXPECT_EQ(count("cliff", {"--cliff-factor", "1.3", "--cliff-distance", "51"}), 4U);
  EXPECT_EQ(count("cliff", {"--cliff-factor", "1.3", "--cliff-distance", "50"}), 3U);
  const auto distance = [&](const char* text) {
    return json({"findings", "clean.json", "--cliff-distance",
                 text})["maps"][0]["thresholds"]["cliff_distance"]
        .get<int>();
  };
  EXPECT_EQ(distance("0.05"), 50);
  EXPECT_EQ(distance("5e-2"), 50);
  EXPECT_EQ(distance("7"), 7);
  EXPECT_EQ(distance("1.5KiB"), 1536);
  expect_error(run({"findings", "clean.json", "--inversion-factor", "0.9"}),
               "--inversion-factor: '0.9' is not a number from 1 up");
  expect_error(run({"findings", "clean.json", "--cliff-factor", "x"}),
               "--cliff-factor: 'x' is not a number from 1 up");
  expect_error(run({"findings", "clean.json", "--cliff-distance", "-0.1"}),
               "--cliff-distance: '-0.1' is not a number from 0 up");
  EXPECT_THAT(run({"findings", "clean.json", "--cliff-distance", "far"}).err,
              StartsWith("rematfuzz: --cliff-distance: 'far' is not an amount of memory ("));
}

TEST_F(FindingsCommandTest, SavedMapsSayTheSameAsTheirTraces) {
  generate_unet();
  ASSERT_EQ(run({"map", "unet.log", "--drift", "-o", "unet.json"}).exit_code, 0);
  const Finished of_trace = run({"findings", "unet.log"});
  EXPECT_EQ(of_trace.exit_code, 1);
  EXPECT_THAT(of_trace.out,
              StartsWith("unet.log, DTR on RuntimeV2EagerOptimized: 3 holes, 2 drift"));
  EXPECT_THAT(of_trace.out, HasSubstr("\nhole      435.8 KiB  0.450495  3,184,982,964 "));
  EXPECT_THAT(of_trace.out, HasSubstr("\ndrift  91 decisions  0.278816  1,971,218,340 "));
  EXPECT_EQ(run({"findings", "unet.json"}).out, of_trace.out);
  EXPECT_EQ(shell("cat unet.json | rematfuzz findings -").out, of_trace.out);
  EXPECT_EQ(shell("gzip -k unet.json && rematfuzz findings unet.json.gz").out, of_trace.out);
  EXPECT_EQ(shell("gzip -c unet.json | rematfuzz findings -").out, of_trace.out);
  EXPECT_EQ(shell("cp unet.json x.log && rematfuzz findings x.log").out, of_trace.out);
  EXPECT_EQ(shell("tr -d '\\n' <unet.json >x.log && rematfuzz findings x.log").out, of_trace.out);
  EXPECT_EQ(shell("gzip -k unet.log && cp unet.log.gz y.json && rematfuzz findings y.json --json "
                  "| sed 's/y.json/unet.log/'")
                .out,
            run({"findings", "unet.log", "--json"}).out);
  EXPECT_EQ(json({"findings", "-"}, read("unet.log"), 1)["maps"][0]["findings"],
            json({"findings", "unet.log"}, "", 1)["maps"][0]["findings"]);
}

TEST_F(FindingsCommandTest, TakesSeveralTracesAndPolicies) {
  generate_unet();
  const auto whole = json({"findings", "unet.log", "all.json", golden_log, "--policy", "LRU,MSPS",
                           "--policy", "DTR", "--from", "0.9"},
                          "", 1);
  std::vector<std::string> of;
  for (const auto& map : whole["maps"])
    of.push_back(map["trace"].get<std::string>() + " " + map["policy"].get<std::string>());
  const std::string golden = std::filesystem::path(golden_log).filename();
  EXPECT_THAT(of, ElementsAre("unet.log LRU", "unet.log MSPS", "unet.log DTR", "hand.log DTR",
                              golden + " LRU", golden + " MSPS", golden + " DTR"));
  const std::string text = run({"findings", "clean.json", "all.json", "clean.json"}).out;
  EXPECT_THAT(text, StartsWith("hand.log, DTR on RuntimeV2EagerOptimized: no findings\n\nhand.log, "
                               "DTR on RuntimeV2EagerOptimized: 2 holes"));
}

TEST_F(FindingsCommandTest, OptionsOfTracesReachTheMap) {
  generate_unet();
  const Finished finished = run({"findings", "unet.log", "--overhead-limit", "1.23", "--from",
                                 "0.443", "--to", "0.4445", "--kind", "thrash_pocket"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out,
              StartsWith("unet.log, DTR on RuntimeV2EagerOptimized, overhead limit 1.23: 2 thrash "
                         "pockets\n"));
  EXPECT_THAT(finished.out,
              EndsWith("\nnext: rematfuzz run unet.log --budget 3140112892 --policy DTR --runtime "
                       "RuntimeV2EagerOptimized --overhead-limit 1.23\n"));
  EXPECT_THAT(shell(next_command(finished.out)).out, HasSubstr("result       thrash\n"));
}

TEST_F(FindingsCommandTest, RefusesOptionsThatNothingUses) {
  for (const char* option : {"--policy", "--runtime", "--overhead-limit", "--from-bytes"}) {
    const std::string value = option == std::string("--policy")    ? "LRU"
                              : option == std::string("--runtime") ? "RuntimeV2EagerOptimized"
                                                                   : "2";
    expect_error(run({"findings", "clean.json", option, value}),
                 std::string(option) + " is for traces, and there are saved maps only");
  }
}

TEST_F(FindingsCommandTest, RefusesBadInput) {
  expect_error(run({"findings", "clean.json", "missing"}), "missing: no such file");
  expect_error(run({"findings"}), "INPUT is required; see rematfuzz findings --help");
  write("cut.json", read("all.json").substr(0, 400));
  expect_error(run({"findings", "cut.json"}), "cut.json:15: bad JSON");
  write("other.json", "{\n\"a\": 1}\n");
  expect_error(run({"findings", "other.json"}), "other.json: not a saved map: 'trace' is missing");
  expect_error(run({"findings", "-"}, "{\n\"a\": 1}\n"),
               "<stdin>: not a saved map: 'trace' is missing");
  write("bad.log", "{\"INSTRUCTION\": \"NONE\"}\n");
  EXPECT_THAT(run({"findings", "bad.log"}).err, StartsWith("rematfuzz: bad.log:1: "));
  write("empty", "");
  EXPECT_EQ(run({"findings", "empty"}).exit_code, 2);
  EXPECT_THAT(run({"findings", "missing", "--policy", "DTR,X"}).err,
              StartsWith("rematfuzz: unknown policy 'X'; known: DTR, "));
}

TEST_F(FindingsCommandTest, OfManyFindingsTheFirstOfEachKindAreShown) {
  std::vector<Stretch> slivers;
  for (int i = 0; i < 25; ++i) slivers.insert(slivers.end(), {pass(10, 100), oom(1 + i)});
  write("many.json", saved(map_from(slivers)));
  const std::string some = run({"findings", "many.json"}).out;
  EXPECT_THAT(some, StartsWith("hand.log, DTR on RuntimeV2EagerOptimized: 25 holes\n"));
  EXPECT_THAT(some, AllOf(HasSubstr("\nhole       6 B "), Not(HasSubstr("\nhole       5 B "))));
  EXPECT_THAT(some, HasSubstr("\nand 5 more, none of which matters more; --all shows all\n"));
  EXPECT_THAT(run({"findings", "many.json", "--all"}).out,
              AllOf(HasSubstr("\nhole       1 B "), Not(HasSubstr("--all"))));
}

TEST_F(FindingsCommandTest, SaysWhereAMapIsNotComplete) {
  write("part.json", saved(map_of({oom(400), gap(100), pass(500, 120)})));
  EXPECT_EQ(run({"findings", "part.json"}).out,
            "hand.log, DTR on RuntimeV2EagerOptimized: no findings (the map is not complete)\n");
  EXPECT_EQ(json({"findings", "part.json"})["maps"][0]["complete"], false);
}

TEST_F(FindingsCommandTest, SaysWhereAFindingHasNoEnd) {
  RegimeMap map = map_of({pass(400, 100), oom(100)});
  map.range.to = map.regimes.back().hi = unlimited;
  write("open.json", saved(map));
  EXPECT_THAT(run({"findings", "open.json"}).out,
              HasSubstr("\nhole    no end  0.400000           400            the top      -        "
                        "    399\n"));
  EXPECT_THAT(json({"findings", "open.json"}, "", 1)["maps"][0]["findings"][0].dump(),
              StartsWith(R"({"kind":"hole","lo":400,"hi":null,"bytes":null,)"));
}

}  // namespace
}  // namespace rematfuzz::testing
