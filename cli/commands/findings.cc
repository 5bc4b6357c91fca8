// findings: what is wrong with the maps of traces, and with saved maps.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/maps/findings_report.h"
#include "cli/maps/map_input.h"
#include "cli/maps/map_setup.h"
#include "cli/maps/map_trace.h"
#include "cli/options/findings_option.h"
#include "cli/options/range_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

struct FindingsArgs {
  std::vector<std::string> inputs;
  std::vector<std::string> policies{SetupOption().policy};
  SetupOption setup;  // but the policy
  RangeOption range;
  FindingsOption wanted;
  int threads = 0;
  bool json = false;
  bool all = false;
  std::vector<const CLI::Option*> of_traces;  // options that a saved map has no use for
};

SetupOption setup_for(const FindingsArgs& args, const std::string& policy) {
  SetupOption setup = args.setup;
  setup.policy = policy;
  return setup;
}

void require_sound(const FindingsArgs& args) {
  args.range.require_sound();
  args.wanted.require_sound();
  for (const std::string& policy : args.policies) require_sound(setup_for(args, policy));
}

JudgedMap judge(const FindingsArgs& args, std::string trace_path, MapDocument document) {
  JudgedMap judged;
  judged.trace_path = std::move(trace_path);
  judged.thresholds = args.wanted.thresholds(document.baseline);
  judged.findings = find_findings(document.map, document.baseline, judged.thresholds);
  std::erase_if(judged.findings,
                [&](const Finding& finding) { return !args.wanted.wants(finding.kind); });
  document.map.regimes = {};
  judged.document = std::move(document);
  return judged;
}

void judge_trace(const FindingsArgs& args, const LoadedTrace& trace,
                 std::vector<JudgedMap>& judged) {
  for (const std::string& policy : args.policies) {
    const Setup setup = resolve_setup(setup_for(args, policy), trace.trace, trace.baseline);
    const BudgetRange range = args.range.resolve(trace.baseline, default_range(trace, setup));
    RegimeMap map =
        map_trace(trace, setup, range,
                  {.threads = args.threads, .count_drift = args.wanted.wants(FindingKind::drift)});
    judged.push_back(judge(args, trace.path, make_document(trace, setup, std::move(map))));
  }
}

// An option that would have no effect at all is a mistake.
void require_use(const FindingsArgs& args) {
  for (const CLI::Option* option : args.of_traces)
    if (option->count() > 0)
      throw InputError(
          fmt::format("{} is for traces, and there are saved maps only", option->get_name()));
}

std::vector<JudgedMap> judge_all(const FindingsArgs& args) {
  std::vector<JudgedMap> judged;
  bool any_trace = false;
  for (const std::string& path : args.inputs) {
    MapInput input = load_map_input(path);
    if (const auto* trace = std::get_if<LoadedTrace>(&input)) {
      any_trace = true;
      judge_trace(args, *trace, judged);
    } else {
      MapDocument& document = std::get<MapDocument>(input);
      std::string trace_path = document.trace;
      judged.push_back(judge(args, std::move(trace_path), std::move(document)));
    }
  }
  if (!any_trace) require_use(args);
  return judged;
}

void add_trace_options(CLI::App& app, FindingsArgs& args) {
  const std::vector<CLI::Option*> before = app.get_options();
  add_range_option(app, args.range);
  add_setup_option(app, args.setup);
  app.remove_option(app.get_option("--policy"));
  app.add_option("--policy", args.policies,
                 "which storage to evict: names of 'policies' (repeatable, or with commas)")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str(SetupOption().policy);
  for (const CLI::Option* option : app.get_options())
    if (std::ranges::find(before, option) == before.end()) args.of_traces.push_back(option);
}

}  // namespace

std::function<int()> bind_findings(CLI::App& app) {
  auto args = std::make_shared<FindingsArgs>();
  app.add_option("INPUT", args->inputs,
                 "trace logs or texts (also .gz or .zst), or maps that 'map --json' wrote; - reads "
                 "standard input")
      ->type_name("")
      ->required();
  add_findings_option(app, args->wanted);
  add_trace_options(app, *args);
  add_threads_option(app, args->threads);
  app.add_flag("--all", args->all, "show all findings, not just the first of each kind");
  app.add_flag("--json", args->json, "one JSON object: findings (how many), maps");
  return [args]() -> int {
    require_sound(*args);
    const std::vector<JudgedMap> maps = judge_all(*args);
    print(args->json ? json_text(findings_json(maps)) : findings_text(maps, args->all));
    const bool clean =
        std::ranges::all_of(maps, [](const JudgedMap& map) { return map.findings.empty(); });
    return clean ? exit_fine : exit_finding;
  };
}

}  // namespace rematfuzz::cli
