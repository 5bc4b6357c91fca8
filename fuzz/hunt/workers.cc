#include "fuzz/hunt/workers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>
#include <utility>

#include "sim/base/error.h"

namespace rematfuzz::fuzz {

namespace {

InputError system_error(const std::string& what) {
  return InputError(fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

// Seeds of different hunts and jobs do not meet: those of small numbers are far apart.
std::uint64_t seed_of(std::uint64_t seed, int job) {
  return job == 1 ? seed
                  : Random(seed ^ (std::uint64_t{0xa5a5} << 48U)).next() +
                        static_cast<std::uint64_t>(job);
}

// What the process that hunts knows of the other one; engines that end the process leave no other
// place for it.
struct Reporter {
  int pipe = -1;
  Session* session = nullptr;

  void progress() const {
    if (session != nullptr) send(pipe, Progressed{session->inputs()});
  }
};

Reporter& reporter() {
  static Reporter reporter;
  return reporter;
}

void redirect(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int null = open("/dev/null", O_RDWR);
  if (file < 0 || null < 0) _exit(EXIT_FAILURE);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
}

[[noreturn]] void hunt(int pipe, const WorkersOptions& options, std::uint64_t seed,
                       Search& search) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto report_progress = [] { reporter().progress(); };
  Session session(
      search, options.limits.most_operators,
      [&](const Discovery& discovery) {
        send(pipe, discovery);
        report_progress();  // it may be the last that is wanted
      },
      report_progress);
  reporter() = {pipe, &session};
  // An engine may end the process by exit().
  std::atexit([] {
    reporter().progress();
    _exit(EXIT_SUCCESS);
  });
  EngineOptions limits = options.limits;
  limits.seed = seed;
  options.engine->run(session, limits);
  reporter().progress();
  _exit(EXIT_SUCCESS);
}

}  // namespace

Workers::Workers(const WorkersOptions& options,
                 std::function<std::unique_ptr<Search>()> make_search)
    : workers_(static_cast<std::size_t>(options.jobs)) {
  std::fflush(nullptr);
  int job = 0;
  for (Worker& worker : workers_) {
    worker.job = ++job;
    start(worker, options, make_search);
  }
}

void Workers::start(Worker& worker, const WorkersOptions& options,
                    const std::function<std::unique_ptr<Search>()>& make_search) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("a pipe");
  const pid_t parent = getpid();
  worker.process = fork();
  if (worker.process < 0) throw system_error("a process");
  if (worker.process > 0) {
    close(ends[1]);
    worker.pipe = ends[0];
    return;
  }
  // It does not outlive the process that it reports to.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_SUCCESS);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  close(ends[0]);
  redirect(fmt::format("{}/engine-{}.txt", options.folder, worker.job));
  try {
    const std::unique_ptr<Search> search = make_search();
    hunt(ends[1], options, seed_of(options.limits.seed, worker.job), *search);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(EXIT_FAILURE);
  }
}

Workers::~Workers() {
  for (const Worker& worker : workers_) {
    if (worker.pipe < 0) continue;
    kill(worker.process, SIGKILL);
    close(worker.pipe);
    waitpid(worker.process, nullptr, 0);
  }
}

void Workers::stop() {
  stopped_ = true;
  for (const Worker& worker : workers_)
    if (worker.pipe >= 0) kill(worker.process, SIGTERM);
}

bool Workers::take(int milliseconds, const std::function<void(const Discovery&)>& on_discovery) {
  std::vector<pollfd> polled;
  std::vector<Worker*> running;
  for (Worker& worker : workers_) {
    if (worker.pipe < 0) continue;
    polled.push_back({.fd = worker.pipe, .events = POLLIN, .revents = 0});
    running.push_back(&worker);
  }
  if (polled.empty()) return false;
  if (poll(polled.data(), polled.size(), milliseconds) <= 0) return true;
  for (std::size_t i = 0; i < polled.size(); ++i)
    if (polled[i].revents != 0) drain(*running[i], on_discovery);
  return true;
}

void Workers::drain(Worker& worker, const std::function<void(const Discovery&)>& on_discovery) {
  std::array<char, std::size_t{1} << 16U> bytes;
  const ssize_t count = read(worker.pipe, bytes.data(), bytes.size());
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) return finish(worker);
  worker.reader.take(bytes.data(), static_cast<std::size_t>(count));
  while (auto message = worker.reader.next()) {
    if (const auto* progressed = std::get_if<Progressed>(&*message))
      worker.inputs = progressed->inputs;
    else
      on_discovery(std::get<Discovery>(*message));
  }
}

void Workers::finish(Worker& worker) {
  close(worker.pipe);
  worker.pipe = -1;
  int status = 0;
  waitpid(worker.process, &status, 0);
  WorkerEnd end{.job = worker.job, .fine = stopped_, .what = {}};
  if (WIFEXITED(status)) {
    end.what = fmt::format("exit code {}", WEXITSTATUS(status));
    end.fine = end.fine || WEXITSTATUS(status) == EXIT_SUCCESS;
  } else {
    end.what = fmt::format("signal {}", WTERMSIG(status));
  }
  ends_.push_back(std::move(end));
}

std::uint64_t Workers::inputs() const {
  std::uint64_t inputs = 0;
  for (const Worker& worker : workers_) inputs += worker.inputs;
  return inputs;
}

}  // namespace rematfuzz::fuzz
