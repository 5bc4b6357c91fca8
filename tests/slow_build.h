// Where everything is slow (sanitizers, no optimization), the longest tests do less of the same.
#pragma once

namespace rematfuzz::testing {

#ifdef REMATFUZZ_SLOW_BUILD
inline constexpr bool slow_build = true;
#else
inline constexpr bool slow_build = false;
#endif

}  // namespace rematfuzz::testing
