// info: what a trace holds, and the ways in which a trace can come.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>
#include <string>

#include "tests/cli/program.h"
#include "tests/trace/log_text.h"

namespace rematfuzz::testing {
namespace {

using ::testing::HasSubstr;

class InfoTest : public ProgramTest {};

const std::string tiny = start() + constant("a", "2048") + call({"a"}, "b", "100", "-1", "1500");

TEST_F(InfoTest, JsonIsTheBaselineOfARecordFile) {
  std::ifstream records(golden_records);
  std::string line;
  ASSERT_TRUE(std::getline(records, line));
  const auto expected = nlohmann::ordered_json::parse(line);
  auto info = json({"info", golden_log});
  EXPECT_EQ(info["trace"], expected["trace"]);
  info.erase("trace");
  EXPECT_EQ(names_in(info), names_in(expected["baseline"]));
  EXPECT_EQ(info, expected["baseline"]);
}

TEST_F(InfoTest, TextNamesUnitsAndTheNextCommand) {
  write("tiny.log", tiny);
  const Finished info = run({"info", "tiny.log"});
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_EQ(info.err, "");
  EXPECT_EQ(info.out,
            "trace          tiny.log\n"
            "operators      2\n"
            "tensors        2\n"
            "storages       2\n"
            "baseline peak  2.098 KiB (2,148 bytes)\n"
            "bottleneck     2.098 KiB (2,148 bytes)\n"
            "constants      2.000 KiB (2,048 bytes)\n"
            "compute        1.500 us (1,500 ns)\n"
            "\n"
            "next: rematfuzz sweep tiny.log --from 0.1 --to 1 --step 0.1\n");
  EXPECT_EQ(shell(next_command(info.out)).exit_code, 0);
}

TEST_F(InfoTest, ReadsStandardInputAndCompressedLogs) {
  const auto expected = json({"info", write("tiny.log", tiny)});
  auto from_stdin = json({"info", "-"}, tiny);
  EXPECT_EQ(from_stdin["trace"], "-");
  from_stdin["trace"] = "tiny.log";
  EXPECT_EQ(from_stdin, expected);

  const gzFile gz = gzopen(path("tiny.log.gz").c_str(), "wb");
  EXPECT_EQ(gzwrite(gz, tiny.data(), static_cast<unsigned>(tiny.size())),
            static_cast<int>(tiny.size()));
  gzclose(gz);
  EXPECT_EQ(json({"info", "tiny.log.gz"})["peak_memory"], expected["peak_memory"]);

  std::string packed(ZSTD_compressBound(tiny.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), tiny.data(), tiny.size(), 3));
  write("tiny.log.zst", packed);
  EXPECT_EQ(json({"info", "tiny.log.zst"})["peak_memory"], expected["peak_memory"]);
}

TEST_F(InfoTest, SaysThatThereIsNoStart) {
  const std::string log = constant("a", "5");
  const Finished info = run({"info", "-", "--json"}, log);
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_EQ(info.err, "rematfuzz: <stdin>: no START line; read from the first line\n");
  EXPECT_EQ(nlohmann::json::parse(info.out)["peak_memory"], 5);
  EXPECT_EQ(run({"info", write("log", log)}).err,
            "rematfuzz: " + path("log") + ": no START line; read from the first line\n");
}

TEST_F(InfoTest, SaysWhatIsWrongWithALog) {
  expect_error(run({"info", "missing"}), "missing: no such file");
  expect_error(run({"info", "."}), ".: is a directory, not a file");
  write("empty", "");
  expect_error(run({"info", "empty"}), "empty:1: the log is empty");
  expect_error(run({"info", "-"}), "<stdin>:1: the log is empty");
  write("binary", std::string(100, '\0'));
  expect_error(run({"info", "binary"}), "binary:1: not a trace log: binary data (a NUL byte)");
  write("cut", "\x1f\x8b\x08");
  EXPECT_EQ(run({"info", "cut"}).exit_code, 2);
  EXPECT_EQ(shell("rematfuzz info - <&-").exit_code, 2);
}

TEST_F(InfoTest, SendsNoControlCharactersToATerminal) {
  const std::string name = "a\x1b[31m\nb";
  write(name, tiny);
  const Finished info = run({"info", name});
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_EQ(info.out.find('\x1b'), std::string::npos);
  EXPECT_THAT(info.out, HasSubstr(R"(a\u001b[31m\nb)"));
  EXPECT_EQ(json({"info", name})["trace"], name);
}

}  // namespace
}  // namespace rematfuzz::testing
