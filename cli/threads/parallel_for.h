// A loop on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rematfuzz::cli {

// Calls body(i) for each i below `count`, on at most `threads` threads (0: one for each core), in
// no order. If bodies throw, all others still run, and what the one with the smallest i threw is
// thrown again: the same for any number of threads.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

}  // namespace rematfuzz::cli
