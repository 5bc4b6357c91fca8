// The built command, run as a user runs it.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/trace/shared_trace.h"  // IWYU pragma: export

namespace rematfuzz::testing {

// What a run of the command left behind.
struct Finished {
  int exit_code = -1;  // 128 + the signal if one ended it
  std::string out;
  std::string err;
};

// Tests in a folder of their own, in which the command runs and which goes away with the test.
class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> files() const;  // all names in the folder, sorted

  // The command with these arguments and this standard input.
  Finished run(const std::vector<std::string>& args, const std::string& input = "") const;
  // Lines for a shell that knows the command as `rematfuzz`.
  Finished shell(const std::string& script) const;
  // Likewise; standard output and standard error are one terminal.
  Finished on_terminal(const std::string& script) const;

  // The command, sent a signal once `ready(its process)` holds, or after half a minute. Returns its
  // wait status; standard output goes to the file "out".
  int signalled(std::vector<std::string> args, int signal,
                const std::function<bool(pid_t)>& ready) const;

  // What the command prints with --json, parsed; the run must be silent otherwise.
  nlohmann::ordered_json json(std::vector<std::string> args, const std::string& input = "",
                              int exit_code = 0) const;

 private:
  std::filesystem::path folder_;
};

// Has the log of a generated U-Net, unet.log.
template <int depth>
class UnetTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ASSERT_EQ(run({"gen", "unet", "--depth", std::to_string(depth), "-o", "unet.log"}).exit_code,
              0);
  }
};

// Expects that the run failed with exit code 2, printed nothing, and said just this line.
void expect_error(const Finished& finished, const std::string& message);

// Whether the process has set a handler for Ctrl-C, as the kernel says it.
bool handles_ctrl_c(pid_t process);

// The names in an object, in order.
std::vector<std::string> names_in(const nlohmann::ordered_json& object);

// The command line that follows "next: " in `text`; empty if none does.
std::string next_command(const std::string& text);

// A small trace with reference records.
inline const std::string golden_log = REMATFUZZ_TEST_DATA "/golden/synth-0001.log";
inline const std::string golden_records = REMATFUZZ_TEST_DATA "/golden/synth-0001.jsonl";

}  // namespace rematfuzz::testing
