// The five runtimes by name, and what tells them apart.
#pragma once

#include <span>
#include <string_view>

#include "sim/policy/policy.h"

namespace rematfuzz {

struct Runtime {
  std::string_view name;
  std::string_view description;
  bool eager = false;      // evicts at the RELEASE that drops the last external reference
  bool maintains = false;  // keeps the structures that a policy needs (regions, classes)
  bool banishes = false;   // removes storages for good once nothing can ask for them
};

std::span<const Runtime> runtime_table();

// Throws InputError, listing the names, if there is none of that name.
const Runtime& find_runtime(std::string_view name);

// Whether the runtime maintains what the policy needs.
bool serves(const Runtime& runtime, const Policy& policy);

// Throws InputError if the runtime does not maintain what the policy needs.
void require_supported(const Runtime& runtime, std::string_view policy_name, const Policy& policy);

}  // namespace rematfuzz
