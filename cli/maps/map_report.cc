#include "cli/maps/map_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/maps/map_setup.h"
#include "cli/maps/outcome_strip.h"
#include "cli/text/quantity.h"
#include "cli/text/table.h"
#include "sim/base/quote.h"
#include "sim/findings/findings.h"

namespace rematfuzz::cli {

namespace {

std::string width_text(BudgetRange budgets) {
  if (budgets.to == unlimited) return "no end";
  return show_count(static_cast<std::uint64_t>(budgets.to - budgets.from));
}

// "a", or "a to b" where the two differ.
std::string between(const std::string& low, const std::string& high) {
  return low == high ? low : fmt::format("{} to {}", low, high);
}

struct Spread {
  Nanos least_clock = 0;
  Nanos most_clock = 0;
  std::uint64_t least_evictions = 0;
  std::uint64_t most_evictions = 0;
};

Spread spread_of(const RegimeMap& map, const Segment& segment) {
  const Regime& first = map.regimes[segment.first];
  Spread spread{first.clock, first.clock, first.evictions, first.evictions};
  for (std::size_t i = segment.first; i < segment.first + segment.count; ++i) {
    const Regime& regime = map.regimes[i];
    spread.least_clock = std::min(spread.least_clock, regime.clock);
    spread.most_clock = std::max(spread.most_clock, regime.clock);
    spread.least_evictions = std::min(spread.least_evictions, regime.evictions);
    spread.most_evictions = std::max(spread.most_evictions, regime.evictions);
  }
  return spread;
}

// The widest, in budget order.
std::vector<Segment> widest(std::vector<Segment> segments, std::size_t most) {
  if (segments.size() <= most) return segments;
  std::ranges::sort(segments, [](const Segment& a, const Segment& b) {
    const Bytes width_a = a.budgets.to - a.budgets.from;
    const Bytes width_b = b.budgets.to - b.budgets.from;
    return width_a != width_b ? width_a > width_b : a.first < b.first;
  });
  segments.resize(most);
  std::ranges::sort(segments, {}, &Segment::first);
  return segments;
}

std::string heading(const MapDocument& document, std::size_t segments) {
  const RegimeMap& map = document.map;
  std::string text = fmt::format(
      "{}, {}\nbudgets from {} to {} bytes (ratio {} to {}): {} in {}\n", printable(document.trace),
      setup_text(document), budget_text(map.range.from),
      map.range.to == unlimited ? budget_text(unlimited) : budget_text(map.range.to - 1),
      ratio_text(document, map.range.from),
      map.range.to == unlimited ? budget_text(unlimited) : ratio_text(document, map.range.to - 1),
      counted(map.regimes.size(), "regime"), counted(segments, "segment"));
  if (!map.complete()) text += "not complete: these budgets have no answer yet\n";
  constexpr std::size_t most_gaps = 10;
  for (std::size_t i = 0; i < std::min(map.missing.size(), most_gaps); ++i)
    text += fmt::format(
        "  {} to {}\n", budget_text(map.missing[i].from),
        budget_text(map.missing[i].to == unlimited ? unlimited : map.missing[i].to - 1));
  if (map.missing.size() > most_gaps)
    text += fmt::format("  and {} more\n", show_count(map.missing.size() - most_gaps));
  return text + "\n";
}

std::string segment_table(const MapDocument& document, const std::vector<Segment>& segments) {
  Table table({"result", "ratio", "budget", "from (bytes)", "width (bytes)", "regimes", "overhead",
               "evictions"},
              {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right,
               Align::right, Align::right});
  for (const Segment& segment : segments) {
    const Spread spread = spread_of(document.map, segment);
    const auto overhead = [&](Nanos clock) {
      return fmt::format("{:.4f}", overhead_of(document.baseline, clock));
    };
    table.add({{std::string(name_of(segment.result)), style_of(segment.result)},
               {ratio_text(document, segment.budgets.from)},
               {show_bytes(segment.budgets.from)},
               {budget_text(segment.budgets.from)},
               {width_text(segment.budgets)},
               {show_count(segment.count)},
               {segment.result == Outcome::pass
                    ? between(overhead(spread.least_clock), overhead(spread.most_clock))
                    : "-"},
               {between(show_count(spread.least_evictions), show_count(spread.most_evictions))}});
  }
  return table.text();
}

std::string segments_text(const MapDocument& document, const std::vector<Segment>& segments,
                          bool all) {
  if (segments.empty()) return "";
  const std::size_t most = all ? segments.size() : most_segments;
  std::string text = segment_table(document, widest(segments, most));
  if (segments.size() > most)
    text += fmt::format("the {} widest of {}; --all shows all\n", most,
                        counted(segments.size(), "segment"));
  return text + "\n";
}

// Up to where the strip shows the map: without an end, to where nothing changes any more.
Bytes strip_end(const MapDocument& document) {
  const RegimeMap& map = document.map;
  if (map.range.to != unlimited) return map.range.to;
  Bytes last = std::max(map.range.from, document.baseline.peak_memory);
  if (!map.regimes.empty()) last = std::max(last, map.regimes.back().lo);
  if (!map.missing.empty()) last = std::max(last, map.missing.back().from);
  return last == unlimited ? unlimited : last + 1;
}

std::string strip_text(const MapDocument& document, std::size_t columns) {
  const std::string strip = outcome_strip(document.map, strip_end(document), columns);
  return fmt::format("{}\n{}\n\n", painted_strip(strip), strip_legend(strip));
}

std::string hole_text(const MapDocument& document, const Finding& hole) {
  const BudgetRange& budgets = hole.budgets;
  if (budgets.to == unlimited)
    return fmt::format("hole: oom from {} up (ratio {}), though {} passes\n",
                       budget_text(budgets.from), ratio_text(document, budgets.from),
                       budget_text(hole.better));
  return fmt::format("hole of {} bytes: oom from {} to {} (ratio {} to {}), though {} passes\n",
                     width_text(budgets), budget_text(budgets.from), budget_text(budgets.to - 1),
                     ratio_text(document, budgets.from), ratio_text(document, budgets.to - 1),
                     budget_text(hole.better));
}

std::string holes_text(const MapDocument& document, bool all) {
  std::vector<Finding> holes =
      find_findings(document.map, document.baseline, default_thresholds(document.baseline));
  std::erase_if(holes, [](const Finding& finding) { return finding.kind != FindingKind::hole; });
  if (holes.empty() && document.map.regimes.empty()) return "no budget has an answer yet\n";
  if (holes.empty())
    return fmt::format("no hole: none of {} runs out of memory above one that passes\n",
                       document.map.complete() ? "these budgets" : "the budgets with an answer");
  const std::size_t shown = all ? holes.size() : std::min(holes.size(), most_holes);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += hole_text(document, holes[i]);
  if (shown < holes.size())
    text += fmt::format("and {} more, none of them wider; --all shows all\n",
                        show_count(holes.size() - shown));
  return text;
}

}  // namespace

std::string budget_text(Bytes budget) {
  return budget == unlimited ? "the top" : show_count(static_cast<std::uint64_t>(budget));
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", show_count(count), noun, count == 1 ? "" : "s");
}

std::string map_text(const MapDocument& document, const MapReportOptions& options) {
  const std::vector<Segment> segments = segments_of(document.map);
  return heading(document, segments.size()) + segments_text(document, segments, options.all) +
         strip_text(document, options.columns) + holes_text(document, options.all) +
         fmt::format("next: rematfuzz findings {}\n", options.input);
}

}  // namespace rematfuzz::cli
