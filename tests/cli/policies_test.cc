// policies: every name that run takes, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/policy/policy_table.h"
#include "sim/run/runtime.h"
#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class PoliciesTest : public ProgramTest {};

TEST_F(PoliciesTest, JsonListsAllNames) {
  const auto tables = json({"policies"});
  ASSERT_EQ(tables["policies"].size(), policy_table().size());
  for (std::size_t i = 0; i < policy_table().size(); ++i)
    EXPECT_EQ(tables["policies"][i]["name"], policy_table()[i].name);
  ASSERT_EQ(tables["runtimes"].size(), runtime_table().size());
  for (std::size_t i = 0; i < runtime_table().size(); ++i)
    EXPECT_EQ(tables["runtimes"][i]["name"], runtime_table()[i].name);
}

TEST_F(PoliciesTest, TextListsAllNamesOnNarrowLines) {
  const Finished text = run({"policies"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  for (const PolicyEntry& entry : policy_table())
    EXPECT_THAT(text.out, HasSubstr("\n" + std::string(entry.name) + " "));
  for (const Runtime& runtime : runtime_table())
    EXPECT_THAT(text.out, HasSubstr("\n" + std::string(runtime.name) + " "));
  EXPECT_THAT(text.out, Not(HasSubstr(" \n")));
  for (std::size_t at = 0; at < text.out.size(); at = text.out.find('\n', at) + 1)
    EXPECT_LE(text.out.find('\n', at) - at, 100U);
}

TEST_F(PoliciesTest, EveryNameRunsWhereTheTableSaysSo) {
  const auto tables = json({"policies"});
  for (const auto& policy : tables["policies"]) {
    const auto result = json({"run", golden_log, "--ratio", "0.7", "--policy", policy["name"]});
    EXPECT_EQ(result["policy"], policy["name"]);
    const Finished plain = run({"run", golden_log, "--ratio", "0.7", "--policy", policy["name"],
                                "--runtime", "RuntimeV2"});
    EXPECT_EQ(plain.exit_code, policy["maintains"].get<std::string>().empty() ? 0 : 2)
        << policy["name"];
  }
}

}  // namespace
}  // namespace rematfuzz::testing
