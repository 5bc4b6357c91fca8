// Assertions on what the simulator itself guarantees.
//
// They are on in debug, sanitizer and fuzz builds (REMATFUZZ_CHECKS) and cost nothing in release
// builds. A broken one is a bug of the simulator, never of its input.
#pragma once

#if defined(REMATFUZZ_CHECKS) || defined(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
#include <cstdio>
#include <cstdlib>
#define REMATFUZZ_CHECK(condition)    \
  ((condition) ? static_cast<void>(0) \
               : ::rematfuzz::broken_invariant(__FILE__, __LINE__, #condition))
namespace rematfuzz {
[[noreturn]] inline void broken_invariant(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
  std::abort();
}
}  // namespace rematfuzz
#else
#define REMATFUZZ_CHECK(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
