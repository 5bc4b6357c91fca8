#include "cli/options/threads_option.h"

#include "cli/text/number.h"

namespace rematfuzz::cli {

void add_threads_option(CLI::App& app, int& threads) {
  constexpr int most = 1024;
  add_whole_option(app, "--threads", threads, 0, most,
                   "at most so many threads (0: one for each core)")
      ->type_name("N");
}

}  // namespace rematfuzz::cli
