// Cliffs: overheads far apart at budgets close together.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets/search_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static rematfuzz::fuzz::SearchTarget target("cliff");
  target.run({data, size});
  return 0;
}
