// gen: the logs it writes, where it writes them, and what is left where it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sim/models/model.h"
#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace fs = std::filesystem;

class GenTest : public ProgramTest {};

TEST_F(GenTest, WritesTheSameLogToAFileAndToStandardOutput) {
  const Finished to_file = run({"gen", "unet", "--depth", "3", "-o", "unet.log"});
  EXPECT_EQ(to_file.exit_code, 0);
  EXPECT_EQ(to_file.out, "");
  EXPECT_EQ(to_file.err, "rematfuzz: wrote unet.log; next: rematfuzz info unet.log\n");
  EXPECT_THAT(files(), ElementsAre("unet.log"));
  const Finished to_stdout = run({"gen", "unet", "--depth", "3"});
  EXPECT_EQ(to_stdout.exit_code, 0);
  EXPECT_EQ(to_stdout.err, "");
  EXPECT_EQ(to_stdout.out, read("unet.log"));
  EXPECT_EQ(json({"info", "-"}, to_stdout.out)["ops"], 367);
}

TEST_F(GenTest, TheNextCommandWorksWhateverTheName) {
  const Finished written = run({"gen", "unet", "--depth", "1", "-o", "it's a log"});
  EXPECT_EQ(next_command(written.err), R"(rematfuzz info 'it'\''s a log')");
  EXPECT_THAT(shell(next_command(written.err)).out, HasSubstr("it's a log"));
}

TEST_F(GenTest, TheExampleOfEveryModelWorks) {
  for (const Model& model : models()) {
    const std::string help = run({"gen", model.name, "--help"}).out;
    const std::size_t at = help.find("Example: ");
    ASSERT_NE(at, std::string::npos) << help;
    // Parsed only: some models are large.
    const std::string example = help.substr(at + 9, help.find('\n', at) - at - 9);
    EXPECT_THAT(example, HasSubstr(std::string("rematfuzz gen ") + model.name));
    EXPECT_EQ(shell(example + " --help").exit_code, 0) << example;
  }
}

TEST_F(GenTest, SeedsVaryTheCostsAndAreSaid) {
  const Finished plain = run({"gen", "unet", "--depth", "1"});
  const Finished five = run({"gen", "unet", "--depth", "1", "--seed", "5"});
  EXPECT_EQ(five.err, "rematfuzz: seed 5\n");
  EXPECT_NE(five.out, plain.out);
  EXPECT_EQ(run({"gen", "unet", "--depth", "1", "--seed", "5"}).out, five.out);
  EXPECT_NE(run({"gen", "unet", "--depth", "1", "--seed", "6"}).out, five.out);
  EXPECT_EQ(run({"gen", "unet", "--depth", "1", "--seed", "5", "-o", "five.log"}).err,
            "rematfuzz: wrote five.log (seed 5); next: rematfuzz info five.log\n");
  EXPECT_EQ(read("five.log"), five.out);
}

TEST_F(GenTest, JsonSaysWhatWasMade) {
  const auto made = json({"gen", "unet", "--depth", "1", "--seed", "5", "-o", "unet.log"});
  EXPECT_EQ(made["trace"], "unet.log");
  EXPECT_EQ(made["model"], "unet");
  EXPECT_EQ(made["arguments"]["depth"], 1);
  EXPECT_EQ(made["arguments"]["batch"], 6);
  EXPECT_EQ(made["seed"], 5);
  expect_error(run({"gen", "unet", "--json"}), "--json needs a file for the log: -o FILE");
}

TEST_F(GenTest, RefusesWhatIsNoNumberInRange) {
  for (const char* text : {"", "0", "13", "-1", "1.5", "0x3", "3 ", "abc", "99999999999999999999"})
    expect_error(run({"gen", "unet", "--depth", text}),
                 std::string("--depth: '") + text + "' is not a whole number from 1 to 12");
  for (const char* text : {"", "-1", "0x5", "1e3", "18446744073709551616"})
    expect_error(
        run({"gen", "unet", "--seed", text}),
        std::string("--seed: '") + text + "' is not a whole number from 0 to 18446744073709551615");
}

TEST_F(GenTest, NamesTheModelsThereAre) {
  const std::string names = "densenet, lstm, resnet, transformer, treelstm, unet";
  expect_error(run({"gen"}), "MODEL is missing: one of " + names + "; see rematfuzz gen --help");
  expect_error(run({"gen", "nope"}),
               "'nope' is no MODEL: there are " + names + "; see rematfuzz gen --help");
}

TEST_F(GenTest, LeavesNothingBehindWhereTheModelFails) {
  const std::string message = "the input is too small: an extent of 1 is left for windows of 2";
  expect_error(run({"gen", "unet", "--height", "1", "-o", "bad.log"}), message);
  EXPECT_THAT(files(), IsEmpty());
  expect_error(run({"gen", "unet", "--height", "1"}), message);
  write("old.log", "old");
  expect_error(run({"gen", "unet", "--height", "1", "-o", "old.log"}), message);
  EXPECT_EQ(read("old.log"), "old");
  EXPECT_THAT(files(), ElementsAre("old.log"));
}

TEST_F(GenTest, RefusesModelsBeyondAllMeasure) {
  expect_error(run({"gen", "unet", "--batch", "1048576", "--height", "65536", "--width", "65536"}),
               "the model is too large: a size or an operation count passes 63 bits");
}

TEST_F(GenTest, SaysWhyAFileCannotBeWritten) {
  fs::create_directory(path("folder"));
  write("file", "");
  const auto error = [&](const std::string& output) {
    const Finished finished = run({"gen", "unet", "--depth", "1", "-o", output});
    expect_error(finished, output + finished.err.substr(finished.err.find(": cannot be"),
                                                        finished.err.rfind('\n') -
                                                            finished.err.find(": cannot be")));
    return finished.err;
  };
  EXPECT_THAT(error("folder"), EndsWith(": cannot be written: Is a directory\n"));
  EXPECT_THAT(error("folder/"), EndsWith(": cannot be written: Is a directory\n"));
  EXPECT_THAT(error("missing/x"), EndsWith(": cannot be written: No such file or directory\n"));
  EXPECT_THAT(error("missing/"), EndsWith(": cannot be written: Is a directory\n"));
  EXPECT_THAT(error(""), EndsWith(": cannot be written: No such file or directory\n"));
  EXPECT_THAT(error("file/x"), EndsWith(": cannot be written: Not a directory\n"));
  EXPECT_THAT(error(std::string(300, 'a')), EndsWith(": cannot be written: File name too long\n"));
  EXPECT_THAT(files(), ElementsAre("file", "folder"));
}

TEST_F(GenTest, WritesUnderTheLongestNames) {
  const std::string name(255, 'a');
  EXPECT_EQ(run({"gen", "unet", "--depth", "1", "-o", name}).exit_code, 0);
  EXPECT_THAT(files(), ElementsAre(name));
}

// Links stand for the devices: a device that a rename replaced would be lost to all.
TEST_F(GenTest, WritesToDevicesWithoutReplacingThem) {
  fs::create_symlink("/dev/null", path("null"));
  EXPECT_EQ(run({"gen", "unet", "--depth", "1", "-o", "null"}).exit_code, 0);
  EXPECT_TRUE(fs::is_character_file(path("null")));
  EXPECT_TRUE(fs::is_symlink(path("null")));
  fs::create_symlink("/dev/full", path("full"));
  expect_error(run({"gen", "unet", "-o", "full"}),
               "full: cannot be written: No space left on device");
  EXPECT_TRUE(fs::is_character_file(path("full")));
  EXPECT_THAT(files(), ElementsAre("full", "null"));
  const Finished piped = shell("rematfuzz gen unet --depth 1 -o /dev/stdout | cat");
  EXPECT_EQ(piped.out, run({"gen", "unet", "--depth", "1"}).out);
}

TEST_F(GenTest, FollowsLinksToFiles) {
  fs::create_directory(path("folder"));
  fs::create_symlink("folder/file", path("link"));
  for (int i = 0; i < 2; ++i) {  // the file is not there yet, and is
    EXPECT_EQ(run({"gen", "unet", "--depth", "1", "-o", "link"}).exit_code, 0);
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(read("folder/file"), run({"gen", "unet", "--depth", "1"}).out);
  }
}

TEST_F(GenTest, KeepsTheFilesPermissions) {
  write("secret", "");
  fs::permissions(path("secret"), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(run({"gen", "unet", "--depth", "1", "-o", "secret"}).exit_code, 0);
  EXPECT_EQ(fs::status(path("secret")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(GenTest, LeavesNothingBehindWhereTheFileMayNotGrow) {
  // Only the command is held down: a shell under its own limit could not say so.
  const Finished finished =
      shell("(ulimit -f 4; rematfuzz gen unet -o large.log 2>/dev/null); echo $?");
  EXPECT_EQ(finished.out, "2\n");
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(GenTest, LeavesNothingBehindWhenASignalEndsIt) {
  const Finished finished =
      shell("'" REMATFUZZ_PROGRAM
            "' gen resnet --depth 6002 --steps 1000 -o large.log & child=$!\n"
            "tries=0\n"
            "until ls .rematfuzz-*.tmp >/dev/null 2>&1 || [ $tries -ge 1000 ]\n"
            "do sleep 0.01; tries=$((tries + 1)); done\n"
            "kill $child; wait $child; echo $?");
  EXPECT_EQ(finished.out, "143\n");
  EXPECT_THAT(files(), IsEmpty());
}

}  // namespace
}  // namespace rematfuzz::testing
