#include "cli/options/threads_option.h"

#include <tbb/global_control.h>

#include <cstddef>

namespace rematfuzz::cli {

struct ThreadLimit::Control {
  tbb::global_control control;
};

void add_threads_option(CLI::App& app, int& threads) {
  constexpr int most = 1024;
  app.add_option("--threads", threads, "at most so many threads (0: one for each core)")
      ->check(CLI::Range(0, most))
      ->capture_default_str();
}

ThreadLimit::ThreadLimit(int threads) {
  if (threads > 0)
    control_ = std::unique_ptr<Control>(new Control{
        {tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)}});
}

ThreadLimit::~ThreadLimit() = default;

}  // namespace rematfuzz::cli
