// Processes that hunt, each with an engine, a seed and a session of its own; they share a folder of
// inputs.
//
// Processes, because libFuzzer's engine ends the one that it runs in, and there can be only one of
// it in each.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/engine/engine.h"
#include "fuzz/hunt/message.h"
#include "fuzz/search/search.h"

namespace rematfuzz::fuzz {

struct WorkersOptions {
  const Engine* engine = nullptr;
  EngineOptions limits;  // of each; its seed is the first one's, the others' follow from it
  int jobs = 1;
  // What the engines print goes to FOLDER/engine-N.txt, N counting from 1.
  std::string folder;
};

// How a worker ended.
struct WorkerEnd {
  int job = 0;
  bool fine = false;
  std::string what;  // "exit code 77", "signal 11"
};

class Workers {
 public:
  // Starts them; `make_search` is called in each. Throws InputError if a process or a file cannot
  // be made. REQUIRES: this process has one thread.
  Workers(const WorkersOptions& options, std::function<std::unique_ptr<Search>()> make_search);
  // Ends those that still run.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Waits for news, at most so long, and calls on_discovery for each that has come. False: all
  // have ended, and all that they said was taken.
  bool take(int milliseconds, const std::function<void(const Discovery&)>& on_discovery);
  // Asks them to end soon; take() goes on until they have.
  void stop();

  std::uint64_t inputs() const;
  // Of those that have ended.
  const std::vector<WorkerEnd>& ends() const { return ends_; }

 private:
  struct Worker {
    int job = 0;
    pid_t process = -1;
    int pipe = -1;  // -1: it has ended
    MessageReader reader;
    std::uint64_t inputs = 0;
  };

  void start(Worker& worker, const WorkersOptions& options,
             const std::function<std::unique_ptr<Search>()>& make_search);
  void drain(Worker& worker, const std::function<void(const Discovery&)>& on_discovery);
  void finish(Worker& worker);

  std::vector<Worker> workers_;
  std::vector<WorkerEnd> ends_;
  bool stopped_ = false;
};

}  // namespace rematfuzz::fuzz
