#include "cli/compare/policy_list.h"

#include <algorithm>
#include <array>

#include "cli/text/split.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/policy/policy_table.h"

namespace rematfuzz::cli {

namespace {

constexpr std::array ablation{
    "AbESizeStale",     "AbESize",     "AbEStale",     "AbE",      //
    "AbEqSizeStale",    "AbEqSize",    "AbEqStale",    "AbEq",     //
    "AbLocalSizeStale", "AbLocalSize", "AbLocalStale", "AbLocal",  //
    "AbSizeStale",      "AbSize",      "AbStale",      "AbRandom",
};

std::vector<std::string> all_policies(const Runtime& runtime) {
  std::vector<std::string> names;
  for (const PolicyEntry& entry : policy_table()) {
    if (entry.same_as.empty() && serves(runtime, *entry.policy) && entry.policy->has_regimes())
      names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> parse_policies(const std::string& text, const Runtime& runtime) {
  if (text == "all") return all_policies(runtime);
  if (text == "ablation") return {ablation.begin(), ablation.end()};
  std::vector<std::string> names;
  for (const std::string& name : split_list(text)) {
    if (name.empty())
      throw InputError("--policies: " + quote(text) + " names no policy at some place");
    static_cast<void>(find_policy(name));
    if (std::ranges::find(names, name) != names.end())
      throw InputError("--policies: " + quote(name) + " is there twice");
    names.push_back(name);
  }
  return names;
}

}  // namespace rematfuzz::cli
