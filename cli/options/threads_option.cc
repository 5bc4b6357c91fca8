#include "cli/options/threads_option.h"

#include <tbb/global_control.h>

#include <cstddef>

#include "cli/text/number.h"

namespace rematfuzz::cli {

struct ThreadLimit::Control {
  tbb::global_control control;
};

void add_threads_option(CLI::App& app, int& threads) {
  constexpr int most = 1024;
  add_whole_option(app, "--threads", threads, 0, most,
                   "at most so many threads (0: one for each core)")
      ->type_name("N");
}

ThreadLimit::ThreadLimit(int threads) {
  if (threads > 0)
    control_ = std::unique_ptr<Control>(new Control{
        {tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)}});
}

ThreadLimit::~ThreadLimit() = default;

}  // namespace rematfuzz::cli
