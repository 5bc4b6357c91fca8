// The policies by name.
#pragma once

#include <span>
#include <string_view>

#include "sim/policy/policy.h"

namespace rematfuzz {

struct PolicyEntry {
  std::string_view name;
  std::string_view formula;
  const Policy* policy = nullptr;
  // The entry that this one is another name of; empty for a policy of its own.
  std::string_view same_as;
};

std::span<const PolicyEntry> policy_table();

// Throws InputError, listing the names, if there is none of that name.
const PolicyEntry& find_policy(std::string_view name);

}  // namespace rematfuzz
