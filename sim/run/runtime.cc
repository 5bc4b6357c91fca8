#include "sim/run/runtime.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz {

std::span<const Runtime> runtime_table() {
  static constexpr std::array table{
      Runtime{"RuntimeV1", "banishes what nothing can ask for again", false, false, true},
      Runtime{"RuntimeV2", "keeps everything evictable", false, false, false},
      Runtime{"RuntimeV2Eager", "evicts at the last release", true, false, false},
      Runtime{"RuntimeV2Optimized", "V2, maintaining regions and classes", false, true, false},
      Runtime{"RuntimeV2EagerOptimized", "V2Eager, maintaining regions and classes (the default)",
              true, true, false},
  };
  return table;
}

const Runtime& find_runtime(std::string_view name) {
  std::string names;
  for (const Runtime& runtime : runtime_table()) {
    if (runtime.name == name) return runtime;
    names.append(names.empty() ? "" : ", ").append(runtime.name);
  }
  throw InputError(fmt::format("unknown runtime {}; known: {}", quote(name), names));
}

bool serves(const Runtime& runtime, const Policy& policy) {
  return policy.structure() == Structure::none || runtime.maintains;
}

void require_supported(const Runtime& runtime, std::string_view policy_name, const Policy& policy) {
  if (serves(runtime, policy)) return;
  throw InputError(fmt::format(
      "{} reads {}, which {} does not maintain; use RuntimeV2Optimized or RuntimeV2EagerOptimized",
      policy_name, policy.structure() == Structure::regions ? "regions" : "equivalence classes",
      runtime.name));
}

}  // namespace rematfuzz
