#include "cli/report/blame_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/names.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

TensorId root_of(const BlameReport& report, StorageId storage) {
  return report.trace.trace.storages[storage].root;
}

std::string operator_of(const Trace& trace, TensorId target) {
  return std::string(trace.operator_name(trace.tensors[target].call));
}

Json shortage_json(const Trace& trace, const Shortage& shortage) {
  Json json;
  json["operator"] = operator_of(trace, shortage.target);
  json["tensor"] = shortage.target;
  json["label"] = trace.label(shortage.target);
  json["need"] = shortage.need;
  json["memory"] = shortage.memory;
  json["missing"] = shortage.missing;
  return json;
}

Json culprit_json(const BlameReport& report, const Culprit& culprit) {
  const Trace& trace = report.trace.trace;
  Json json;
  json["storage"] = root_of(report, culprit.storage);
  json["label"] = trace.label(root_of(report, culprit.storage));
  json["size"] = trace.storages[culprit.storage].size;
  json["evictions"] = culprit.times;
  json["evicted_while_retaining"] =
      culprit.retaining == no_id ? Json(nullptr) : Json(root_of(report, culprit.retaining));
  Json prevented;
  prevented["index"] = culprit.prevented.index;
  prevented.update(shortage_json(trace, culprit.prevented.shortage));
  json["prevented"] = prevented;
  return json;
}

Json cause_json(const BlameReport& report, const Cause& cause) {
  Json json;
  json["overhead"] = overhead_of(report.trace.baseline, cause.run.clock);
  json["clock"] = cause.run.clock;
  json["evictions"] = cause.run.evictions;
  json["eviction_sha1"] = eviction_sha1(cause.run.eviction_sequence);
  json["storages"] = Json::array();
  for (const Culprit& culprit : cause.culprits)
    json["storages"].push_back(culprit_json(report, culprit));
  return json;
}

Json search_json(const BlameReport& report, const Blame& blame) {
  Json json;
  json["control"] = name_of(blame.control.result.result);
  json["most_runs"] = report.bounds.most_runs;
  json["largest_set"] = report.bounds.largest_set;
  json["singles"] = blame.singles;
  json["singles_tried"] = blame.singles_tried;
  json["pairs"] = blame.pairs;
  json["pairs_tried"] = blame.pairs_tried;
  return json;
}

// "1 storage", "2 storages".
std::string counted(std::uint64_t count, const std::string& what) {
  return fmt::format("{} {}{}", show_count(count), what, count == 1 ? "" : "s");
}

std::string stop_text(const Trace& trace, const Shortage& stop) {
  return fmt::format("{} asks for {} for tensor {} ({}) with {} in use: {} short",
                     printable(operator_of(trace, stop.target)), show_bytes(stop.need), stop.target,
                     printable(trace.label(stop.target)), show_bytes(stop.memory),
                     show_bytes(stop.missing));
}

// The largest target of two decimals that a run of this overhead misses; 1 if there is none.
std::string smaller_target(double overhead) {
  return fmt::format("{:.2f}", std::max(1.0, (std::ceil(overhead * 100) - 1) / 100));
}

std::string nothing_text(const BlameReport& report) {
  const double overhead = overhead_of(report.trace.baseline, report.plain.clock);
  if (report.plain.remat_compute == 0)
    return "\nnothing to blame: it passes and rematerializes nothing that takes time\n";
  const std::string why = report.target ? fmt::format("within the target of {:.6g}", *report.target)
                                        : std::string("less than twice the baseline's compute");
  return fmt::format(
      "\nnothing to blame: it passes at an overhead of {:.4f}, {}; ask for less\n"
      "next: rematfuzz blame {} --budget {} {} --target {}\n",
      overhead, why, shell_word(report.trace.path), report.budget.bytes,
      setup_options(report.setup, report.trace.trace), smaller_target(overhead));
}

std::string tried_text(const BlameReport& report, const Blame& blame) {
  std::string text =
      fmt::format("{} of {} that the run evicts by choice, one at a time",
                  show_count(blame.singles_tried), counted(blame.singles, "storage"));
  if (blame.pairs > 0)
    text += fmt::format("; {} of {} that can differ from those", show_count(blame.pairs_tried),
                        counted(blame.pairs, "pair"));
  if (report.cut_off) text += fmt::format("; stopped at an overhead of {:.6g}", *report.cut_off);
  return text;
}

std::string head_text(const BlameReport& report) {
  const Trace& trace = report.trace.trace;
  Table table;
  table.add({{"trace"}, {printable(report.trace.name), Style::strong}});
  table.add({{"policy"}, {setup_text(report.setup, trace)}});
  table.add(
      {{"budget"},
       {fmt::format("{}, ratio {:.6g}", exact_bytes(report.budget.bytes), report.budget.ratio)}});
  const Outcome outcome = report.plain.result;
  table.add({{"result"}, {std::string(name_of(outcome)), style_of(outcome)}});
  if (outcome == Outcome::pass)
    table.add({{"overhead"}, {overhead_text(report.trace.baseline, report.plain)}});
  if (!report.blame) return table.text();
  const Blame& blame = *report.blame;
  if (outcome == Outcome::oom)
    table.add({{"stopped by"}, {stop_text(trace, blame.control.stopped_by)}});
  if (report.target)
    table.add({{"target"}, {fmt::format("an overhead of at most {:.6g}", *report.target)}});
  table.add(
      {{"control"}, {"retaining nothing, the search's run is the same to the last eviction"}});
  table.add({{"tried"}, {tried_text(report, blame)}});
  return table.text();
}

std::string when_text(const BlameReport& report, const Culprit& culprit) {
  std::string text = fmt::format("no. {}", show_count(culprit.prevented.index + 1));
  if (culprit.times > 1) text += fmt::format(", first of {}", show_count(culprit.times));
  if (culprit.retaining != no_id)
    text += fmt::format(", retaining {}", root_of(report, culprit.retaining));
  return text;
}

void add_cause(const BlameReport& report, const Cause& cause, Table& table) {
  const Trace& trace = report.trace.trace;
  for (const Culprit& culprit : cause.culprits) {
    const bool first = &culprit == &cause.culprits.front();
    const TensorId root = root_of(report, culprit.storage);
    const Shortage& shortage = culprit.prevented.shortage;
    table.add({{first ? overhead_text(report.trace.baseline, cause.run) : ""},
               {fmt::format("{}{}", first ? "" : "and ", root), Style::strong},
               {printable(trace.label(root))},
               {show_bytes(trace.storages[culprit.storage].size)},
               {when_text(report, culprit)},
               {printable(operator_of(trace, shortage.target))},
               {show_bytes(shortage.missing)}});
  }
}

std::string causes_text(const BlameReport& report, const Blame& blame) {
  constexpr std::size_t most_rows = 25;
  const std::size_t shown = std::min(blame.causes.size(), most_rows);
  Table table({"overhead", "storage", "label", "size", "eviction prevented", "made for", "short"},
              {Align::right, Align::right, Align::left, Align::right, Align::left, Align::left,
               Align::right});
  for (std::size_t i = 0; i < shown; ++i) add_cause(report, blame.causes[i], table);
  const std::size_t set = blame.causes.front().culprits.size();
  std::string text =
      fmt::format("\n{}, never offered for eviction, {} it {}:\n\n{}",
                  counted(blame.causes.size(), set == 1 ? "storage" : "pair of storages"),
                  blame.causes.size() == 1 ? "turns" : "turn",
                  report.target ? "into a run within the target" : "into a pass", table.text());
  if (shown < blame.causes.size())
    text += fmt::format("and {} more; --json lists all\n", blame.causes.size() - shown);
  std::string retain;
  for (const Culprit& culprit : blame.causes.front().culprits)
    retain += fmt::format(" --retain {}", root_of(report, culprit.storage));
  return text + fmt::format("\nnext: rematfuzz run {} --budget {} {}{}\n",
                            shell_word(report.trace.path), report.budget.bytes,
                            setup_options(report.setup, report.trace.trace), retain);
}

std::string no_cause_text(const BlameReport& report, const Blame& blame) {
  const bool all_singles = blame.singles_tried == blame.singles;
  if (!all_singles)
    return fmt::format("\nno cause found within {}; --max-runs allows more\n",
                       counted(blame.singles_tried, "run"));
  if (report.bounds.largest_set == 1)
    return "\nno single storage is the cause; --max-set 2 tries pairs\n";
  if (blame.pairs_tried < blame.pairs)
    return fmt::format(
        "\nno cause found: no single storage, and none of {} tried; --max-runs allows more\n",
        counted(blame.pairs_tried, "pair"));
  return "\nno cause: neither a single storage nor any pair turns it\n";
}

}  // namespace

Json blame_json(const BlameReport& report) {
  Json json;
  json["run"] = run_json_counting_drift(report.trace, report.setup, report.budget, report.plain);
  json["target"] = report.target ? Json(*report.target) : Json(nullptr);
  json["cut_off"] = report.cut_off ? Json(*report.cut_off) : Json(nullptr);
  json["stopped_by"] = nullptr;
  json["search"] = nullptr;
  json["causes"] = Json::array();
  if (!report.blame) return json;
  if (report.plain.result == Outcome::oom)
    json["stopped_by"] = shortage_json(report.trace.trace, report.blame->control.stopped_by);
  json["search"] = search_json(report, *report.blame);
  for (const Cause& cause : report.blame->causes)
    json["causes"].push_back(cause_json(report, cause));
  return json;
}

std::string blame_text(const BlameReport& report) {
  const std::string head = head_text(report);
  if (!report.blame) return head + nothing_text(report);
  return head + (report.blame->causes.empty() ? no_cause_text(report, *report.blame)
                                              : causes_text(report, *report.blame));
}

}  // namespace rematfuzz::cli
