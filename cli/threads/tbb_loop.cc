#include "cli/threads/tbb_loop.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <optional>

namespace rematfuzz::cli {

void tbb_loop(std::size_t count, int threads, void (*call)(void*, std::size_t), void* context) {
  std::optional<tbb::global_control> limit;
  if (threads > 0)
    limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  // A call takes from microseconds to minutes: one a task, so that none waits behind a long one.
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count),
      [call, context](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) call(context, i);
      },
      tbb::simple_partitioner());
}

}  // namespace rematfuzz::cli
