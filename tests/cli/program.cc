#include "tests/cli/program.h"

#include <fcntl.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace rematfuzz::testing {

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Runs the arguments in `folder` with the three standard files given; the child's wait status.
int spawn(std::vector<std::string> args, const std::string& folder, int in, int out, int err) {
  std::vector<char*> pointers;
  pointers.reserve(args.size() + 1);
  for (std::string& arg : args) pointers.push_back(arg.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot run " + args[0]);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A file without a name, holding `text`, for the child to read or write.
int unnamed_file(const std::string& text = "") {
  std::string name = ::testing::TempDir() + "rematfuzz-XXXXXX";
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) throw std::runtime_error("no temporary file to be had");
  unlink(name.c_str());
  if (::write(descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error("cannot write a temporary file");
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

// All that there is to read; a terminal says with an error that its other side is gone.
std::string read_to_end(int descriptor) {
  std::string text;
  std::string piece(4096, '\0');
  for (;;) {
    const ssize_t got = ::read(descriptor, piece.data(), piece.size());
    if (got <= 0) break;
    text.append(piece, 0, static_cast<std::size_t>(got));
  }
  close(descriptor);
  return text;
}

std::string take(int descriptor) {
  lseek(descriptor, 0, SEEK_SET);
  return read_to_end(descriptor);
}

Finished run_in(const fs::path& folder, const std::vector<std::string>& args,
                const std::string& input) {
  const int in = unnamed_file(input);
  const int out = unnamed_file();
  const int err = unnamed_file();
  Finished finished;
  finished.exit_code = wait_for(spawn(args, folder.string(), in, out, err));
  close(in);
  finished.out = take(out);
  finished.err = take(err);
  return finished;
}

std::vector<std::string> shell_args(const std::string& script) {
  return {"/bin/sh", "-c", "rematfuzz() { '" REMATFUZZ_PROGRAM "' \"$@\"; }\n" + script};
}

}  // namespace

void ProgramTest::SetUp() {
  std::string folder = ::testing::TempDir() + "rematfuzz-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  folder_ = folder;
}

void ProgramTest::TearDown() { fs::remove_all(folder_); }

std::string ProgramTest::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
  return path(name);
}

std::string ProgramTest::read(const std::string& name) const { return contents(folder_ / name); }

std::vector<std::string> ProgramTest::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Finished ProgramTest::run(const std::vector<std::string>& args, const std::string& input) const {
  std::vector<std::string> all{REMATFUZZ_PROGRAM};
  all.insert(all.end(), args.begin(), args.end());
  return run_in(folder_, all, input);
}

Finished ProgramTest::shell(const std::string& script) const {
  return run_in(folder_, shell_args(script), "");
}

Finished ProgramTest::on_terminal(const std::string& script) const {
  int ours = -1;
  int theirs = -1;
  if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0)
    throw std::runtime_error("no terminal to be had");
  fcntl(ours, F_SETFD, FD_CLOEXEC);
  fcntl(theirs, F_SETFD, FD_CLOEXEC);
  const int in = unnamed_file();
  const pid_t child = spawn(shell_args(script), folder_.string(), in, theirs, theirs);
  close(theirs);
  close(in);
  Finished finished;
  finished.out = read_to_end(ours);
  finished.exit_code = wait_for(child);
  return finished;
}

nlohmann::ordered_json ProgramTest::json(std::vector<std::string> args, const std::string& input,
                                         int exit_code) const {
  args.emplace_back("--json");
  const Finished finished = run(args, input);
  EXPECT_EQ(finished.exit_code, exit_code) << finished.err;
  EXPECT_EQ(finished.err, "");
  auto parsed = nlohmann::ordered_json::parse(finished.out, nullptr, false);
  EXPECT_FALSE(parsed.is_discarded()) << finished.out;
  return parsed;
}

void expect_error(const Finished& finished, const std::string& message) {
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err, "rematfuzz: " + message + "\n");
}

std::vector<std::string> names_in(const nlohmann::ordered_json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

std::string next_command(const std::string& text) {
  const std::string before = "next: ";
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return "";
  const std::size_t start = at + before.size();
  return text.substr(start, text.find('\n', start) - start);
}

int ProgramTest::signalled(std::vector<std::string> args, int signal,
                           const std::function<bool(pid_t)>& ready) const {
  args.insert(args.begin(), REMATFUZZ_PROGRAM);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int out = open(path("out").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const pid_t child = spawn(std::move(args), folder_.string(), null, out, STDERR_FILENO);
  close(null);
  close(out);
  for (int i = 0; i < 600 && !ready(child); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

bool handles_ctrl_c(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string name; status >> name;)
    if (std::uint64_t caught = 0; name == "SigCgt:" && status >> std::hex >> caught)
      return (caught >> (SIGINT - 1) & 1) != 0;
  return false;
}

}  // namespace rematfuzz::testing
