#include "cli/minimize/minimize_report.h"

#include <fmt/format.h>

#include "cli/text/duration.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "fuzz/program/text.h"
#include "minimizer/passes/pass.h"

namespace rematfuzz::cli {

namespace {

// A trace of more operations is not shown on a terminal.
constexpr std::size_t most_shown = 60;

std::string sizes_words(const fuzz::Program& program) {
  return fmt::format("{} operators, {} operations", show_count(program.operators()),
                     show_count(program.operations.size()));
}

std::string effect_words(const MinimizeReport& report, const minimizer::Shown& shown) {
  switch (report.wanted.kind) {
    case FindingKind::hole:
      return fmt::format("passes at {}, runs out at {}", shown.better, shown.worse);
    case FindingKind::thrash_pocket:
      return fmt::format("passes at {}, thrashes at {}", shown.better, shown.worse);
    case FindingKind::inversion:
    case FindingKind::cliff:
      return fmt::format("takes {:.4g} times as long at {} as at {}", shown.factor, shown.worse,
                         shown.better);
    case FindingKind::drift:
      return fmt::format("{} decisions drift at {}", shown.decisions, shown.worse);
  }
  return "";
}

std::string end_words(const minimizer::Minimized& result) {
  if (!result.complete) return "stopped before it was done: smaller ones may be found";
  if (result.left > 0)
    return fmt::format("of {} single deletions and decrements {} keep it (passes were disabled)",
                       result.checked, result.left);
  return fmt::format("1-minimal: none of {} single deletions and decrements keeps it",
                     show_count(result.checked));
}

std::string counts_table(const minimizer::Minimized& result) {
  Table table({"pass", "tried", "taken"}, {Align::left, Align::right, Align::right});
  for (std::size_t i = 0; i < result.counts.size(); ++i)
    if (result.counts[i].tried > 0)
      table.add({{std::string(minimizer::pass_table()[i].name)},
                 {show_count(result.counts[i].tried)},
                 {show_count(result.counts[i].taken)}});
  return table.text();
}

Json program_json(const fuzz::Program& program) {
  return {{"operators", program.operators()}, {"operations", program.operations.size()}};
}

}  // namespace

std::string minimize_text(const MinimizeReport& report) {
  const minimizer::Minimized& result = report.result;
  std::string out = counts_table(result) + "\n";
  if (result.program.operations.size() <= most_shown) out += text(result.program) + "\n";
  Table table;
  table.add({{"from"}, {fmt::format("{}: {}", report.trace, sizes_words(report.before))}});
  table.add({{"to"}, {fmt::format("{}: {}", report.output, sizes_words(result.program))}});
  if (!report.outside) {
    table.add(
        {{std::string(name_of(report.wanted.kind))},
         {fmt::format("{} {}", report.wanted.policy->name, effect_words(report, result.shown))}});
    table.add({{"mechanism"}, {text(result.shown.mechanism)}});
    table.add({{"before"}, {text(report.shown_before.mechanism)}});
  }
  table.add({{"time"}, {show_duration(report.seconds)}});
  table.add({{"end"}, {end_words(result)}});
  out += table.text();
  if (!report.outside)
    out += fmt::format("\nnext: rematfuzz explain {} --budget {} --policy {} --runtime {}\n",
                       shell_word(report.output), result.shown.worse, report.wanted.policy->name,
                       report.wanted.runtime->name);
  return out;
}

Json minimize_json(const MinimizeReport& report) {
  const minimizer::Minimized& result = report.result;
  Json json;
  json["trace"] = report.trace;
  json["output"] = report.output;
  json["before"] = program_json(report.before);
  json["after"] = program_json(result.program);
  if (!report.outside) {
    json["policy"] = report.wanted.policy->name;
    json["runtime"] = report.wanted.runtime->name;
    json["seed"] = report.wanted.seed;
    json["finding"] = {
        {"kind", name_of(report.wanted.kind)}, {"worse", result.shown.worse},
        {"better", result.shown.better},       {"factor", result.shown.factor},
        {"decisions", result.shown.decisions}, {"mechanism", text(result.shown.mechanism)}};
  }
  json["complete"] = result.complete;
  json["checked"] = result.checked;
  json["left"] = result.left;
  json["seconds"] = report.seconds;
  json["passes"] = Json::array();
  for (std::size_t i = 0; i < result.counts.size(); ++i)
    json["passes"].push_back({{"name", minimizer::pass_table()[i].name},
                              {"tried", result.counts[i].tried},
                              {"taken", result.counts[i].taken}});
  return json;
}

std::string passes_text() {
  Table table({"pass", "what it does"}, {Align::left, Align::left});
  for (const minimizer::Pass& pass : minimizer::pass_table())
    table.add({{std::string(pass.name)}, {std::string(pass.says)}});
  return table.text();
}

}  // namespace rematfuzz::cli
