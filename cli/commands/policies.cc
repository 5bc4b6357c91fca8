// policies: the name tables.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/report/run_report.h"
#include "cli/text/table.h"
#include "sim/policy/policy_table.h"
#include "sim/run/runtime.h"

namespace rematfuzz::cli {

namespace {

const char* structure_text(const Policy& policy) {
  switch (policy.structure()) {
    case Structure::none:
      return "";
    case Structure::regions:
      return "regions";
    case Structure::classes:
      return "classes";
  }
  return "";
}

Json policies_json() {
  Json json;
  json["policies"] = Json::array();
  for (const PolicyEntry& entry : policy_table()) {
    Json one;
    one["name"] = entry.name;
    one["formula"] = entry.formula;
    one["same_as"] = entry.same_as.empty() ? Json(nullptr) : Json(entry.same_as);
    one["maintains"] = structure_text(*entry.policy);
    one["randomized"] = entry.policy->randomized();
    json["policies"].push_back(one);
  }
  json["runtimes"] = Json::array();
  for (const Runtime& runtime : runtime_table())
    json["runtimes"].push_back({{"name", runtime.name}, {"description", runtime.description}});
  return json;
}

std::string policies_text() {
  Table policies(
      {"policy", "cost of a storage; the last with the smallest goes", "needs", "same as"},
      {Align::left, Align::left, Align::left, Align::left});
  for (const PolicyEntry& entry : policy_table())
    policies.add({{std::string(entry.name)},
                  {std::string(entry.formula)},
                  {structure_text(*entry.policy)},
                  {std::string(entry.same_as)}});
  Table runtimes({"runtime", "what it does"}, {Align::left, Align::left});
  for (const Runtime& runtime : runtime_table())
    runtimes.add({{std::string(runtime.name)}, {std::string(runtime.description)}});
  return policies.text() +
         "\nstale = clock - last access; fwd, rev = the sums of the storage's evicted regions "
         "over\n"
         "children and over parents; eq = the sum over the equivalence classes around it; N = its\n"
         "evicted neighbourhood, walked anew. A policy that needs regions or classes runs on the\n"
         "Optimized runtimes only.\n\n" +
         runtimes.text();
}

}  // namespace

std::function<int()> bind_policies(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "one JSON object");
  return [json]() -> int {
    print(*json ? json_text(policies_json()) : policies_text());
    return exit_fine;
  };
}

}  // namespace rematfuzz::cli
