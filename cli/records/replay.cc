#include "cli/records/replay.h"

#include <fmt/format.h>

#include "cli/options/setup_option.h"
#include "cli/report/run_report.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

using nlohmann::json;

void compare(const json& expected, const json& got, const std::string& field,
             std::vector<Difference>& differences) {
  if (expected != got) differences.push_back({field, expected, got});
}

template <class T>
T field(const json& fields, const char* name, bool (json::*is_kind)() const noexcept) {
  const auto found = fields.find(name);
  if (found == fields.end()) throw InputError(fmt::format("no field '{}'", name));
  if (!((*found).*is_kind)())
    throw InputError(fmt::format("field '{}' has a value of the wrong kind", name));
  return found->get<T>();
}

Bytes budget_field(const json& fields) {
  const json budget = field<json>(fields, "budget", &json::is_number_integer);
  // Kept as unsigned where it is not negative.
  if (!budget.is_number_unsigned() || budget.get<std::uint64_t>() > std::uint64_t{unlimited})
    throw InputError(
        fmt::format("field 'budget' is {}, which is no amount of memory", budget.dump()));
  return budget.get<Bytes>();
}

double ratio_field(const json& fields) {
  const auto ratio = field<double>(fields, "ratio", &json::is_number);
  if (ratio < 0) throw InputError(fmt::format("field 'ratio' is {}, below 0", ratio));
  return ratio;
}

std::vector<Difference> replay(const json& fields, const LoadedTrace& trace) {
  SetupOption option;
  option.policy = field<std::string>(fields, "heuristic", &json::is_string);
  option.runtime = field<std::string>(fields, "runtime", &json::is_string);
  if (fields.contains("overhead_limit") && !fields["overhead_limit"].is_null())
    option.overhead_limit = field<double>(fields, "overhead_limit", &json::is_number);
  if (fields.contains("seed"))
    option.seed = field<std::uint64_t>(fields, "seed", &json::is_number_unsigned);
  const Setup setup = resolve_setup(option, trace.trace, trace.baseline);
  const Budget budget{budget_field(fields), 0};
  const RunResult result = setup.run(trace.trace, budget.bytes);

  std::vector<Difference> differences;
  const Json ours = run_json(trace, setup, budget, result);
  for (const auto& [name, expected] : fields.items()) {
    if (name == "ratio") {
      compare(fields["budget"], budget_of_ratio(trace.baseline, ratio_field(fields)), "budget",
              differences);
    } else if (name == "eviction_sequence") {
      compare(expected, result.eviction_sequence, name, differences);
    } else if (name != "trace" && name != "overhead_limit" && ours.contains(name)) {
      compare(expected, json(ours[name]), name, differences);
    }
  }
  return differences;
}

}  // namespace

std::vector<Difference> check_baseline(const RecordFile& file, const LoadedTrace& trace) {
  const json ours = baseline_json(trace.baseline);
  std::vector<Difference> differences;
  for (const auto& [name, expected] : file.baseline.items())
    if (ours.contains(name)) compare(expected, ours[name], name, differences);
  return differences;
}

std::vector<Difference> replay_record(const RecordFile& file, const Record& record,
                                      const LoadedTrace& trace) {
  try {
    return replay(record.fields, trace);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}:{}: {}", printable(file.path), record.line, error.what()));
  }
}

}  // namespace rematfuzz::cli
