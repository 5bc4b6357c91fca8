// Assertions on what the simulator itself guarantees.
//
// They are on in debug, sanitizer and fuzz builds (REMATFUZZ_CHECKS) and cost nothing in release
// builds. A broken one is a bug of the simulator, never of its input.
#pragma once

#if defined(REMATFUZZ_CHECKS) || defined(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
#include <cstdio>
#include <cstdlib>
#define REMATFUZZ_CHECK(condition)                                                           \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                          \
    }                                                                                        \
  } while (false)
#else
#define REMATFUZZ_CHECK(condition) static_cast<void>(sizeof(!(condition)))
#endif
