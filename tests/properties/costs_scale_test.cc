// Costs scale under every policy, on every runtime that serves it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "fuzz/choices/byte_choices.h"
#include "properties/check.h"
#include "sim/base/random.h"
#include "sim/policy/policy_table.h"
#include "sim/run/runtime.h"

namespace rematfuzz::properties {
namespace {

// One more than there are pairs: the first one stands at the front, too.
std::size_t count_setups() {
  std::size_t count = 1;
  for (const PolicyEntry& policy : policy_table())
    for (const Runtime& runtime : runtime_table()) count += serves(runtime, *policy.policy) ? 1 : 0;
  return count;
}

TEST(CostsScale, UnderEveryPolicy) {
  constexpr int cases = 60;
  constexpr std::size_t bytes_a_case = 200;
  const Property& property = find_property("costs-scale");
  const std::size_t setups = count_setups();
  ASSERT_LE(setups, 256U) << "a case's first byte chooses among them";
  std::set<std::string> policies;
  Random random(1);
  for (std::size_t setup = 0; setup < setups; ++setup)
    for (int i = 0; i < cases; ++i) {
      CaseBytes bytes(bytes_a_case);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
      bytes[0] = static_cast<std::uint8_t>(setup);
      fuzz::ByteChoices choices(bytes);
      Account account;
      ASSERT_NO_THROW(property.check(choices, account)) << account.text << hex_of(bytes);
      const std::size_t end = account.text.find(" under Runtime");
      const std::size_t begin = account.text.rfind('\n', end) + 1;
      policies.insert(account.text.substr(begin, end - begin));
    }
  EXPECT_EQ(policies.size(), policy_table().size());
}

}  // namespace
}  // namespace rematfuzz::properties
