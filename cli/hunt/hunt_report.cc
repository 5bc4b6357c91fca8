#include "cli/hunt/hunt_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "cli/text/duration.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/anatomy/mechanism.h"

namespace rematfuzz::cli {

namespace {

std::string size_text(const fuzz::Cell& cell, double size) {
  if (cell.unit == "of peak") return fmt::format("{:.1f} % of peak", size * 100);
  if (cell.unit == "times") return fmt::format("x {:.4g}", size);
  return fmt::format("{:.0f} {}", size, cell.unit);
}

std::string policy_text(const fuzz::Cell& cell) {
  if (cell.policy == nullptr) return "-";
  if (cell.rival == nullptr) return std::string(cell.policy->name);
  return fmt::format("{} against {}", cell.policy->name, cell.rival->name);
}

using Best = std::map<std::uint32_t, const fuzz::Discovery*>;

// Of each cell the largest effect.
Best best_of(const HuntResult& result) {
  Best best;
  for (const auto& [key, discovery] : result.archive.entries()) {
    const fuzz::Discovery*& known = best[key.first];
    if (known == nullptr || discovery.effect.size > known->effect.size) known = &discovery;
  }
  return best;
}

std::size_t mechanisms_of(const HuntResult& result, std::uint32_t cell) {
  std::size_t count = 0;
  for (const auto& [key, discovery] : result.archive.entries()) count += key.first == cell ? 1 : 0;
  return count;
}

std::string findings_table(const HuntResult& result) {
  Table table({"kind", "policy", "worst", "operators", "mechanisms", "file"},
              {Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
  // Kinds together, policies in the order of their table.
  std::vector<const fuzz::Discovery*> rows;
  for (const auto& [cell, discovery] : best_of(result)) rows.push_back(discovery);
  std::ranges::sort(rows, {}, [&](const fuzz::Discovery* discovery) {
    return std::pair(std::string_view(result.cells[discovery->cell].kind), discovery->cell);
  });
  for (const fuzz::Discovery* discovery : rows) {
    const fuzz::Cell& cell = result.cells[discovery->cell];
    table.add({{cell.kind, cell.kind == "hole" ? Style::bad : Style::warning},
               {policy_text(cell)},
               {size_text(cell, discovery->effect.size)},
               {show_count(discovery->operators)},
               {cell.is_finding() ? show_count(mechanisms_of(result, discovery->cell)) : "-"},
               {result.folder.file_of(cell, *discovery)}});
  }
  return table.text();
}

// Rows do badly, columns do well.
std::string matrix_of(const HuntResult& result, const Best& best, std::string_view kind) {
  const auto& policies = result.plan.search.policies;
  std::vector<std::string> heading{std::string(kind)};
  std::vector<Align> aligns{Align::left};
  for (const PolicyEntry* policy : policies) {
    heading.emplace_back(policy->name);
    aligns.push_back(Align::right);
  }
  Table table(heading, aligns);
  for (const PolicyEntry* policy : policies) {
    std::vector<Cell> row{{std::string(policy->name)}};
    for (const PolicyEntry* rival : policies) {
      std::string shown = policy == rival ? "" : "-";
      for (const auto& [cell, discovery] : best)
        if (result.cells[cell].kind == kind && result.cells[cell].policy == policy &&
            result.cells[cell].rival == rival)
          shown = size_text(result.cells[cell], discovery->effect.size);
      row.push_back({shown});
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string matrices(const HuntResult& result) {
  const Best best = best_of(result);
  return "Budgets at which the row's policy runs out and the column's passes:\n" +
         matrix_of(result, best, "runs_out") +
         "\nHow many times the column's overhead the row's is, where both pass:\n" +
         matrix_of(result, best, "slower");
}

// The one to look at first: a hole if there is any.
const fuzz::Discovery* most_striking(const HuntResult& result) {
  const fuzz::Discovery* striking = nullptr;
  for (const auto& [cell, discovery] : best_of(result)) {
    const auto rank = [&](const fuzz::Discovery* one) {
      return std::tuple(result.cells[one->cell].finding == FindingKind::hole, one->effect.size);
    };
    if (striking == nullptr || rank(discovery) > rank(striking)) striking = discovery;
  }
  return striking;
}

std::string ends_text(const HuntResult& result) {
  std::string text;
  for (const fuzz::WorkerEnd& end : result.ends)
    if (!end.fine)
      text += fmt::format("job {} ended by {}: see {}/engine-{}.txt\n", end.job, end.what,
                          result.folder.path(), end.job);
  return text;
}

}  // namespace

std::string discovery_line(const fuzz::Cell& cell, const fuzz::Discovery& discovery) {
  return fmt::format("{:<11}  {:<14}  {:>3} operators  {:>14}{}", cell.kind, policy_text(cell),
                     discovery.operators, size_text(cell, discovery.effect.size),
                     cell.is_finding() ? "  " + text(discovery.mechanism) : "");
}

std::string command_for(const HuntResult& result, const fuzz::Discovery& discovery) {
  const fuzz::Cell& cell = result.cells[discovery.cell];
  const std::string file = shell_word(result.folder.file_of(cell, discovery));
  std::string setup;
  const Runtime& runtime = *result.plan.search.evaluator.runtime;
  if (runtime.name != HuntArgs().runtime) setup += fmt::format(" --runtime {}", runtime.name);
  if (cell.policy == nullptr)
    return fmt::format("rematfuzz compare {} --policies all --overhead-limit {}", file,
                       result.plan.search.evaluator.overhead_limit);
  if (cell.rival != nullptr)
    return fmt::format("rematfuzz run {} --budget {} --policy {}{}", file, discovery.effect.worse,
                       cell.policy->name, setup);
  const double limit = cell.finding == FindingKind::thrash_pocket
                           ? result.plan.search.thrash_limit
                           : result.plan.search.evaluator.overhead_limit;
  return fmt::format("rematfuzz findings {} --policy {}{} --overhead-limit {} --kind {}", file,
                     cell.policy->name, setup, limit, name_of(cell.finding));
}

std::size_t distinct_findings(const HuntResult& result) {
  std::set<std::tuple<FindingKind, const PolicyEntry*, const PolicyEntry*, std::uint32_t>> distinct;
  for (const auto& [key, discovery] : result.archive.entries()) {
    const fuzz::Cell& cell = result.cells[key.first];
    distinct.insert({cell.finding, cell.policy, cell.rival, key.second});
  }
  return distinct.size();
}

std::string hunt_text(const HuntResult& result) {
  std::string text = ends_text(result);
  text += fmt::format("{} traces in {} ({} a second){}: {} different findings in {}\n",
                      show_count(result.inputs), show_duration(result.seconds),
                      show_count(static_cast<std::uint64_t>(static_cast<double>(result.inputs) /
                                                            std::max(result.seconds, 0.001))),
                      result.interrupted ? ", interrupted" : "",
                      show_count(distinct_findings(result)), result.folder.path());
  if (!result.archive.entries().empty()) {
    text += '\n';
    text += result.plan.mode == HuntMode::versus ? matrices(result) : findings_table(result);
    text +=
        fmt::format("\nEach file's command is in {}/findings.json; the first to look at:\n  {}\n",
                    result.folder.path(), command_for(result, *most_striking(result)));
  }
  text += fmt::format("seed {}; again: {}\n", result.plan.limits.seed, result.plan.command);
  return text;
}

Json hunt_json(const HuntResult& result) {
  Json json;
  json["inputs"] = result.inputs;
  json["seconds"] = result.seconds;
  json["seed"] = result.plan.limits.seed;
  json["jobs"] = result.plan.jobs;
  json["engine"] = result.plan.engine->name;
  json["interrupted"] = result.interrupted;
  json["command"] = result.plan.command;
  json["folder"] = result.folder.path();
  json["distinct"] = distinct_findings(result);
  json["findings"] = Json::array();
  for (const auto& [key, discovery] : result.archive.entries()) {
    const fuzz::Cell& cell = result.cells[key.first];
    Json finding;
    finding["kind"] = cell.kind;
    finding["finding"] = name_of(cell.finding);
    finding["policy"] = cell.policy == nullptr ? Json() : Json(cell.policy->name);
    if (cell.rival != nullptr) finding["rival"] = cell.rival->name;
    if (cell.is_finding()) finding["mechanism"] = text(discovery.mechanism);
    finding["size"] = discovery.effect.size;
    finding["unit"] = cell.unit;
    finding["worse_budget"] = discovery.effect.worse;
    finding["better_budget"] = discovery.effect.better;
    finding["operators"] = discovery.operators;
    finding["file"] = result.folder.file_of(cell, discovery);
    finding["command"] = command_for(result, discovery);
    json["findings"].push_back(std::move(finding));
  }
  return json;
}

}  // namespace rematfuzz::cli
