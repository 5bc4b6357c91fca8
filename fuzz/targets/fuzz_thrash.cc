// Thrash pockets: more memory, and the run passes its overhead limit.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets/search_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static rematfuzz::fuzz::SearchTarget target("thrash");
  target.run({data, size});
  return 0;
}
