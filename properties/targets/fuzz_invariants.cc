// Looks for a case of which a property does not hold, and aborts there. An input is the number of a
// property, modulo how many there are, and the case's choices.
//
// In a build with faults, the environment variable REMATFUZZ_FAULT names one to plant.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "properties/check.h"

namespace {

using namespace rematfuzz::properties;  // NOLINT(google-build-using-namespace)

#ifdef REMATFUZZ_FAULTS
bool plant() {
  const char* name = std::getenv("REMATFUZZ_FAULT");  // NOLINT(concurrency-mt-unsafe)
  if (name != nullptr) rematfuzz::planted_fault = find_fault(name);
  return true;
}
[[maybe_unused]] const bool fault_is_planted = plant();
#endif

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const Property> properties = property_table();
  const Property& property = properties[data[0] % properties.size()];
  if (property.most_cases > 0) return 0;  // it takes its time, and has no inputs to be guided to
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  if (const auto text = failure_of(property, bytes)) {
    const Failure failure{{bytes.begin(), bytes.end()}, *text};
    std::fputs(report_of(property, failure, "check_properties").c_str(), stderr);
    std::abort();
  }
  return 0;
}
