#include "cli/report/recommend_report.h"

#include <fmt/format.h>

#include "cli/report/names.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

double ratio_of(const RecommendReport& report, Bytes budget) {
  const Bytes peak = report.trace.baseline.peak_memory;
  return peak > 0 ? static_cast<double>(budget) / static_cast<double>(peak) : 0;
}

std::string command_of(const RecommendReport& report, Bytes budget) {
  return fmt::format("rematfuzz run {} --budget {} {}", shell_word(report.trace.path), budget,
                     setup_options(report.setup, report.trace.trace));
}

std::string with_ratio(const RecommendReport& report, Bytes bytes) {
  return fmt::format("{}, ratio {:.6g}", exact_bytes(bytes), ratio_of(report, bytes));
}

Json bound_json(Bytes bound) { return bound == unlimited ? Json(nullptr) : Json(bound); }

Json regime_json(const RecommendReport& report, const Regime& regime, Bytes budget) {
  Json json;
  json["budget"] = budget;
  json["ratio"] = ratio_of(report, budget);
  json["result"] = name_of(regime.result);
  json["overhead"] = regime.result == Outcome::pass
                         ? Json(overhead_of(report.trace.baseline, regime.clock))
                         : Json(nullptr);
  json["regime"]["lo"] = regime.lo;
  json["regime"]["hi"] = bound_json(regime.hi);
  return json;
}

Json trouble_json(const std::optional<Trouble>& trouble, Bytes distance) {
  if (!trouble) return nullptr;
  Json json;
  json["kind"] = name_of(trouble->kind);
  json["from"] = trouble->budgets.from;
  json["to"] = bound_json(trouble->budgets.to);
  json["distance"] = distance;
  return json;
}

Json advice_json(const RecommendReport& report, const Recommendation& advice) {
  Json json = regime_json(report, advice.regime, advice.budget);
  json["below"] = trouble_json(advice.below, advice.distance_below);
  json["above"] = trouble_json(advice.above, advice.distance_above);
  json["command"] = command_of(report, advice.budget);
  return json;
}

const char* words_for(TroubleKind kind) {
  switch (kind) {
    case TroubleKind::floor:
      return "fails, as does every smaller budget";
    case TroubleKind::hole:
      return "a hole: runs out of memory";
    case TroubleKind::thrash_pocket:
      return "thrashes, though a smaller budget passes";
    case TroubleKind::cliff:
      return "the slow side of a cliff";
    case TroubleKind::unknown:
      return "not known";
  }
  return "";
}

std::string trouble_text(const std::optional<Trouble>& trouble, Bytes distance) {
  if (!trouble) return "none";  // that the map shows
  return fmt::format("{} bytes away ({}): {}", whole_bytes(distance), show_bytes(distance),
                     words_for(trouble->kind));
}

std::string overhead_words(const RecommendReport& report, const Regime& regime) {
  if (regime.result != Outcome::pass) return std::string(name_of(regime.result));
  return fmt::format("overhead {:.4f}", overhead_of(report.trace.baseline, regime.clock));
}

void add_advice(const RecommendReport& report, const Recommendation& advice, Table& table) {
  const Bytes last = advice.regime.hi == unlimited ? report.memory : advice.regime.hi - 1;
  table.add({{"recommended"}, {with_ratio(report, advice.budget), Style::good}});
  table.add({{"overhead"},
             {fmt::format("{:.4f}, {}", overhead_of(report.trace.baseline, advice.regime.clock),
                          same_between(advice.regime.lo, last))}});
  table.add({{"trouble below"}, {trouble_text(advice.below, advice.distance_below)}});
  table.add({{"trouble above"}, {trouble_text(advice.above, advice.distance_above)}});
}

std::string last_lines(const RecommendReport& report) {
  if (report.advice)
    return fmt::format("\nbudget={}\nnext: {}\n", report.advice->budget,
                       command_of(report, report.advice->budget));
  std::string none = fmt::format("\nno budget up to {} bytes passes\n", whole_bytes(report.most));
  if (!report.smallest) return none;
  return none + fmt::format("next: {}\n", command_of(report, report.smallest->lo));
}

}  // namespace

Json recommend_json(const RecommendReport& report) {
  const Setup& setup = report.setup;
  Json json;
  json["trace"] = report.trace.name;
  json["policy"] = setup.policy->name;
  json["runtime"] = setup.runtime->name;
  json["overhead_limit"] = setup.overhead_limit ? Json(*setup.overhead_limit) : Json(nullptr);
  if (setup.policy->policy->randomized()) json["seed"] = setup.seed;
  json["memory"] = report.memory;
  json["most"] = report.most;
  json["recommended"] = report.advice ? advice_json(report, *report.advice) : Json(nullptr);
  json["smallest"] =
      report.smallest ? regime_json(report, *report.smallest, report.smallest->lo) : Json(nullptr);
  json["at_memory"] =
      report.at_memory ? regime_json(report, *report.at_memory, report.memory) : Json(nullptr);
  return json;
}

std::string recommend_text(const RecommendReport& report) {
  Table table;
  table.add({{"trace"}, {printable(report.trace.name), Style::strong}});
  table.add({{"policy"}, {setup_text(report.setup, report.trace.trace)}});
  table.add({{"memory"}, {with_ratio(report, report.memory)}});
  if (report.most < report.memory)
    table.add({{"headroom"}, {exact_bytes(report.memory - report.most)}});
  if (report.advice) add_advice(report, *report.advice, table);
  if (report.smallest)
    table.add({{"smallest"},
               {fmt::format("{}, {}", with_ratio(report, report.smallest->lo),
                            overhead_words(report, *report.smallest))}});
  table.add({{"all the memory"},
             {report.at_memory ? overhead_words(report, *report.at_memory)
                               : "fails: less than the largest operator takes"}});
  return table.text() + last_lines(report);
}

}  // namespace rematfuzz::cli
