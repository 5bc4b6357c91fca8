// What all commands have in common: help, usage errors, exit codes, and output that fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands/command.h"
#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

class ErrorsTest : public ProgramTest {};

TEST_F(ErrorsTest, EveryCommandHasHelpWithItsExample) {
  const Finished main = run({"--help"});
  EXPECT_EQ(main.exit_code, 0);
  for (const cli::Command& command : cli::command_table()) {
    EXPECT_THAT(main.out, HasSubstr(std::string("\n  ") + command.name + " "));
    const Finished help = run({command.name, "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_THAT(help.out, HasSubstr(std::string("\nExample: ") + command.example + "\n"));
    EXPECT_THAT(help.out, HasSubstr(std::string("Usage: rematfuzz ") + command.name));
  }
}

// The examples, in their order, make up a session.
TEST_F(ErrorsTest, TheExamplesWork) {
  fs::create_directory(path("traces"));
  fs::create_directory(path("records"));
  fs::copy_file(golden_log, path("traces/synth-0001.log"));
  fs::copy_file(golden_records, path("records/synth-0001.jsonl"));
  for (const cli::Command& command : cli::command_table()) {
    const Finished finished = shell(command.example);
    const std::string name = command.name;
    const int expected = name == "findings" || name == "hunt" ? 1 : 0;  // there are holes
    EXPECT_EQ(finished.exit_code, expected) << command.example << "\n" << finished.err;
  }
}

TEST_F(ErrorsTest, UsageErrorsAreOneLineThatSaysWhereToReadOn) {
  const std::string commands =
      "gen, convert, info, run, sweep, map, findings, explain, diff, blame, recommend, jitter, "
      "compare, hunt, minimize, policies, verify; see rematfuzz --help";
  expect_error(run({}), "COMMAND is missing: one of " + commands);
  expect_error(run({"bogus"}), "'bogus' is no COMMAND: there are " + commands);
  expect_error(run({"--bogus"}), "'--bogus' is no COMMAND: there are " + commands);
  expect_error(run({"a\nb\x1b"}), R"('a\nb\u001b' is no COMMAND: there are )" + commands);
  expect_error(run({"run"}), "TRACE is required; see rematfuzz run --help");
  expect_error(run({"run", "a", "b"}),
               "The following argument was not expected: b; see rematfuzz run --help");
  expect_error(run({"run", "a", "--nope\n"}),
               R"(The following argument was not expected: --nope\n; see rematfuzz run --help)");
  expect_error(run({"run", "a", "--ratio"}), "--ratio lacks its value; see rematfuzz run --help");
  expect_error(run({"run", "a", "--ratio", "1", "--ratio", "2"}),
               "--ratio is given twice; see rematfuzz run --help");
  expect_error(run({"sweep", "a", "--from", "1", "--to", "2"}),
               "--step is required; see rematfuzz sweep --help");
}

TEST_F(ErrorsTest, OutputThatFailsIsAnError) {
  write("records.jsonl", R"({"trace":"synth-0001.log","baseline":{}})"
                         "\n");
  const std::string folder = fs::path(golden_log).parent_path().string();
  for (const std::string& command :
       {std::string("--help"), std::string("--version"), std::string("run --help"),
        std::string("policies"), std::string("policies --json"), std::string("gen unet --depth 1"),
        "info '" + golden_log + "'", "info '" + golden_log + "' --json",
        "run '" + golden_log + "' --ratio 0.7",
        "sweep '" + golden_log + "' --from 1 --to 1 --step 1", "map '" + golden_log + "' --from 1",
        "map '" + golden_log + "' --from 1 --json", "findings '" + golden_log + "' --from 1",
        "verify --traces '" + folder + "' records.jsonl"}) {
    expect_error(shell("rematfuzz " + command + " >/dev/full"),
                 "<stdout>: cannot be written: No space left on device");
    expect_error(shell("rematfuzz " + command + " >&-"),
                 "<stdout>: cannot be written: Bad file descriptor");
  }
}

TEST_F(ErrorsTest, AReaderThatHasEnoughIsNoError) {
  const Finished finished = shell("rematfuzz gen unet | head -n 1");
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 1);
}

TEST_F(ErrorsTest, ClosedStandardErrorEndsUpInNoFile) {
  EXPECT_EQ(shell("rematfuzz gen unet --depth 1 --seed 3 -o a.log 2>&-").exit_code, 0);
  EXPECT_EQ(read("a.log"), run({"gen", "unet", "--depth", "1", "--seed", "3"}).out);
}

}  // namespace
}  // namespace rematfuzz::testing
