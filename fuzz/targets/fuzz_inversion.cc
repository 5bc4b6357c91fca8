// Inversions: more memory, and the run takes longer.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets/search_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static rematfuzz::fuzz::SearchTarget target("inversion");
  target.run({data, size});
  return 0;
}
