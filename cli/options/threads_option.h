// How many threads a command may use.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

namespace rematfuzz::cli {

// Adds --threads; 0 (the default) means one for each core.
void add_threads_option(CLI::App& app, int& threads);

// Holds the number of threads down while it lives.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

}  // namespace rematfuzz::cli
