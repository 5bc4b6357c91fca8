// The part of parallel_for that is oneTBB's.
//
// It stands alone since oneTBB's templates and its library must be compiled alike: the library of
// Debian is not instrumented for ThreadSanitizer, which then takes the library's own
// synchronization for a race with the templates' code. This file is never instrumented.
#pragma once

#include <cstddef>

namespace rematfuzz::cli {

// Calls call(context, i) for each i below `count`, on at most `threads` threads (0: one for each
// core). REQUIRES: call throws nothing.
void tbb_loop(std::size_t count, int threads, void (*call)(void*, std::size_t), void* context);

}  // namespace rematfuzz::cli
