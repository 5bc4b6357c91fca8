#include "cli/maps/findings_report.h"

#include <fmt/format.h>

#include <array>

#include "cli/maps/map_report.h"
#include "cli/maps/map_setup.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

constexpr std::array all_kinds{FindingKind::hole, FindingKind::inversion, FindingKind::cliff,
                               FindingKind::thrash_pocket, FindingKind::drift};

std::size_t count_of(const JudgedMap& map, FindingKind kind) {
  std::size_t count = 0;
  for (const Finding& finding : map.findings) count += finding.kind == kind ? 1 : 0;
  return count;
}

// The kind as a noun: "thrash pocket".
std::string noun(FindingKind kind) {
  return kind == FindingKind::thrash_pocket ? "thrash pocket" : std::string(name_of(kind));
}

std::string heading(const JudgedMap& map) {
  std::string counts;
  for (const FindingKind kind : all_kinds) {
    const std::size_t count = count_of(map, kind);
    if (count > 0) counts += (counts.empty() ? "" : ", ") + counted(count, noun(kind));
  }
  return fmt::format("{}, {}: {}{}\n", printable(map.document.trace), setup_text(map.document),
                     counts.empty() ? "no findings" : counts,
                     map.document.map.complete() ? "" : " (the map is not complete)");
}

std::string weight_text(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::hole:
    case FindingKind::thrash_pocket:
      return finding.budgets.to == unlimited
                 ? "no end"
                 : show_bytes(finding.budgets.to - finding.budgets.from);
    case FindingKind::inversion:
    case FindingKind::cliff:
      return fmt::format("x {:.4g}", finding.factor);
    case FindingKind::drift:
      return counted(finding.decisions, "decision");
  }
  return "";
}

Style style_of_kind(FindingKind kind) {
  return kind == FindingKind::hole ? Style::bad : Style::warning;
}

void add_row(Table& table, const JudgedMap& map, const Finding& finding) {
  const BudgetRange& budgets = finding.budgets;
  table.add({{noun(finding.kind), style_of_kind(finding.kind)},
             {weight_text(finding)},
             {ratio_text(map.document, budgets.from)},
             {budget_text(budgets.from)},
             {budget_text(budgets.to)},
             {budgets.to == unlimited
                  ? "-"
                  : show_count(static_cast<std::uint64_t>(budgets.to - budgets.from))},
             {finding.kind == FindingKind::drift ? "-" : budget_text(finding.better)}});
}

std::string table_text(const JudgedMap& map, bool all) {
  if (map.findings.empty()) return "";
  Table table(
      {"kind", "how much", "ratio", "from (bytes)", "to (not included)", "bytes", "better budget"},
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right,
       Align::right});
  std::array<std::size_t, all_kinds.size()> seen{};
  std::size_t left_out = 0;
  for (const Finding& finding : map.findings) {
    const bool shown = ++seen[static_cast<std::size_t>(finding.kind)] <= most_of_a_kind || all;
    if (shown)
      add_row(table, map, finding);
    else
      ++left_out;
  }
  return "\n" + table.text() +
         (left_out > 0 ? fmt::format("and {} more, none of which matters more; --all shows all\n",
                                     show_count(left_out))
                       : "");
}

// A budget at which the finding shows.
Bytes worse_budget(const Finding& finding) {
  const bool falls = finding.kind == FindingKind::cliff && finding.better != finding.budgets.from;
  return finding.kind == FindingKind::cliff && !falls ? finding.budgets.to - 1
                                                      : finding.budgets.from;
}

// About the first finding of all: holes come first in each map.
std::string next_step(const std::vector<JudgedMap>& maps) {
  const JudgedMap* about = nullptr;
  for (const JudgedMap& map : maps)
    if (!map.findings.empty() &&
        (about == nullptr || map.findings.front().kind < about->findings.front().kind))
      about = &map;
  if (about == nullptr) return "";
  const Finding& finding = about->findings.front();
  return fmt::format("\nnext: rematfuzz {} {} --budget {} {}\n",
                     finding.kind == FindingKind::hole ? "explain" : "run",
                     shell_word(about->trace_path), worse_budget(finding),
                     setup_options(about->document));
}

Json finding_json(const Finding& finding) {
  const bool open = finding.budgets.to == unlimited;
  const bool drift = finding.kind == FindingKind::drift;
  Json json;
  json["kind"] = name_of(finding.kind);
  json["lo"] = finding.budgets.from;
  json["hi"] = open ? Json(nullptr) : Json(finding.budgets.to);
  json["bytes"] = open ? Json(nullptr) : Json(finding.budgets.to - finding.budgets.from);
  json["factor"] = finding.factor > 0 ? Json(finding.factor) : Json(nullptr);
  json["better"] = drift ? Json(nullptr) : Json(finding.better);
  json["decisions"] = drift ? Json(finding.decisions) : Json(nullptr);
  return json;
}

Json map_json(const JudgedMap& map) {
  Json json = setup_json(map.document);
  json["baseline"] = {{"peak_memory", map.document.baseline.peak_memory},
                      {"model_compute", map.document.baseline.model_compute}};
  json["thresholds"] = {{"inversion_factor", map.thresholds.inversion_factor},
                        {"cliff_factor", map.thresholds.cliff_factor},
                        {"cliff_distance", map.thresholds.cliff_distance}};
  json["findings"] = Json::array();
  for (const Finding& finding : map.findings) json["findings"].push_back(finding_json(finding));
  return json;
}

}  // namespace

std::string findings_text(const std::vector<JudgedMap>& maps, bool all) {
  std::string text;
  for (const JudgedMap& map : maps)
    text += (text.empty() ? "" : "\n") + heading(map) + table_text(map, all);
  return text + next_step(maps);
}

Json findings_json(const std::vector<JudgedMap>& maps) {
  std::size_t count = 0;
  Json array = Json::array();
  for (const JudgedMap& map : maps) {
    count += map.findings.size();
    array.push_back(map_json(map));
  }
  return {{"findings", count}, {"maps", std::move(array)}};
}

}  // namespace rematfuzz::cli
