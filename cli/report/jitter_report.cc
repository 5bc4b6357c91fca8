#include "cli/report/jitter_report.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "cli/options/noise_option.h"
#include "cli/report/names.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

constexpr std::array outcomes{Outcome::pass, Outcome::oom, Outcome::thrash};

struct Quantile {
  const char* name;
  const char* heading;
  unsigned percent;
};

constexpr std::array quantiles{
    Quantile{"min", "min", 0},   Quantile{"p5", "5 %", 5},    Quantile{"p25", "25 %", 25},
    Quantile{"p50", "50 %", 50}, Quantile{"p75", "75 %", 75}, Quantile{"p95", "95 %", 95},
    Quantile{"max", "max", 100},
};

const JitterSample& worst_of(const JitterReport& report) {
  return report.samples[report.spread.worst];
}

// The command that is this one, but for the file that it writes.
std::string sampling_command(const JitterReport& report) {
  const Setup& setup = report.setup;
  std::string text =
      fmt::format("rematfuzz jitter {} --budget {} --noise {} --samples {} {}",
                  shell_word(report.trace.path), report.budget.bytes, noise_text(report.noise),
                  report.samples.size(), setup_options(setup, report.trace.trace));
  // Else it is among the options of the setup.
  if (!setup.policy->policy->randomized()) text += fmt::format(" --seed {}", setup.seed);
  return text;
}

std::string writing_command(const JitterReport& report, const std::string& file) {
  return fmt::format("{} --worst {}", sampling_command(report), shell_word(file));
}

std::string running_command(const JitterReport& report, const std::string& file) {
  return fmt::format("rematfuzz run {} --budget {} {}", shell_word(file), report.budget.bytes,
                     setup_options(report.setup, report.trace.trace));
}

std::string repeating_command(const JitterReport& report) {
  return report.worst_log ? writing_command(report, *report.worst_log) : sampling_command(report);
}

Json outcomes_json(const JitterSpread& spread) {
  Json json;
  for (const Outcome outcome : outcomes) {
    const Share& share = spread.of(outcome);
    Json& entry = json[std::string(name_of(outcome))];
    entry["samples"] = share.count;
    entry["share"] = share.share;
    entry["low"] = share.low;
    entry["high"] = share.high;
  }
  return json;
}

Json overheads_json(const JitterSpread& spread) {
  if (spread.overheads.empty()) return nullptr;
  Json json;
  for (const Quantile& each : quantiles) json[each.name] = quantile(spread.overheads, each.percent);
  return json;
}

Json worst_json(const JitterReport& report) {
  const JitterSample& worst = worst_of(report);
  const std::optional<std::string>& file = report.worst_log;
  Json json;
  json["sample"] = report.spread.worst;
  json["result"] = name_of(worst.result);
  json["overhead"] = worst.result == Outcome::pass ? Json(worst.overhead) : Json(nullptr);
  json["clock"] = worst.clock;
  json["baseline_compute"] = worst.baseline_compute;
  json["file"] = file ? Json(*file) : Json(nullptr);
  json["command"] = file ? Json(running_command(report, *file)) : Json(nullptr);
  return json;
}

std::string noise_line(const JitterReport& report) {
  return fmt::format("{}: each cost times a factor from {:.6g} to {:.6g}", noise_text(report.noise),
                     1 - report.noise.fraction(), 1 + report.noise.fraction());
}

std::string about_text(const JitterReport& report) {
  Table table;
  table.add({{"trace"}, {printable(report.trace.name), Style::strong}});
  table.add({{"policy"}, {setup_text(report.setup, report.trace.trace)}});
  table.add(
      {{"budget"},
       {fmt::format("{}, ratio {:.6g}", exact_bytes(report.budget.bytes), report.budget.ratio)}});
  table.add({{"noise"}, {noise_line(report)}});
  table.add({{"samples"},
             {fmt::format("{}, seed {}", show_count(report.samples.size()), report.setup.seed)}});
  return table.text();
}

std::string percent_text(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string outcomes_text(const JitterReport& report) {
  Table table({"outcome", "unperturbed", "samples", "percent", "95 % interval"},
              {Align::left, Align::right, Align::right, Align::right, Align::right});
  for (const Outcome outcome : outcomes) {
    const Share& share = report.spread.of(outcome);
    const bool plain = report.plain.result == outcome;
    table.add({{std::string(name_of(outcome)), style_of(outcome)},
               {plain ? "x" : ""},
               {show_count(share.count)},
               {percent_text(share.share)},
               {fmt::format("{} to {}", percent_text(share.low), percent_text(share.high))}});
  }
  return table.text();
}

std::string overheads_text(const JitterReport& report) {
  if (report.spread.overheads.empty()) return "no sample passes\n";
  std::vector<std::string> heading{"", "unperturbed"};
  std::vector<Cell> row{{"overhead of those that pass"},
                        {overhead_text(report.trace.baseline, report.plain)}};
  for (const Quantile& each : quantiles) {
    heading.emplace_back(each.heading);
    row.push_back({fmt::format("{:.4f}", quantile(report.spread.overheads, each.percent))});
  }
  std::vector<Align> aligns(heading.size(), Align::right);
  aligns.front() = Align::left;
  Table table(std::move(heading), std::move(aligns));
  table.add(std::move(row));
  return table.text();
}

std::string worst_text(const JitterReport& report) {
  const JitterSample& worst = worst_of(report);
  std::string text = fmt::format("worst: sample {}, ", report.spread.worst);
  text += worst.result == Outcome::pass ? fmt::format("an overhead of {:.4f}", worst.overhead)
                                        : paint(name_of(worst.result), style_of(worst.result));
  if (report.worst_log)
    return text + fmt::format("; wrote {}\nnext: {}\n", printable(*report.worst_log),
                              running_command(report, *report.worst_log));
  const std::string file = "worst.log";
  return text + fmt::format("; --worst FILE writes its log\nnext: {} && {}\n",
                            writing_command(report, file), running_command(report, file));
}

}  // namespace

Json jitter_json(const JitterReport& report) {
  Json json;
  json["run"] = run_json_counting_drift(report.trace, report.setup, report.budget, report.plain);
  json["noise"] = report.noise.fraction();
  json["samples"] = report.samples.size();
  json["seed"] = report.setup.seed;
  json["outcomes"] = outcomes_json(report.spread);
  json["overhead"] = overheads_json(report.spread);
  json["worst"] = worst_json(report);
  json["command"] = repeating_command(report);
  return json;
}

std::string jitter_text(const JitterReport& report) {
  return fmt::format("{}\n{}\n{}\n{}repeat: {}\n", about_text(report), outcomes_text(report),
                     overheads_text(report), worst_text(report), repeating_command(report));
}

}  // namespace rematfuzz::cli
