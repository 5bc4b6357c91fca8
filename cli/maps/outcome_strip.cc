#include "cli/maps/outcome_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "cli/report/run_report.h"
#include "cli/text/terminal.h"
#include "sim/findings/segments.h"

namespace rematfuzz::cli {

namespace {

struct Symbol {
  char symbol;
  std::string_view meaning;
  Style style;
};

constexpr std::array symbols{
    Symbol{'.', "pass", Style::good},
    Symbol{'#', "oom", Style::bad},
    Symbol{'~', "thrash", Style::warning},
    Symbol{'?', "no answer", Style::strong},
    Symbol{'!', "holds a hole narrower than a column", Style::bad},
};

struct Column {
  Bytes pass = 0;
  Bytes oom = 0;
  Bytes thrash = 0;
  bool missing = false;
  bool narrow_hole = false;

  char symbol() const {
    if (narrow_hole) return '!';
    if (missing) return '?';
    const Bytes most = std::max({pass, oom, thrash});
    return oom == most ? '#' : thrash == most ? '~' : '.';
  }

  Bytes& bytes_of(Outcome outcome) {
    return outcome == Outcome::pass ? pass : outcome == Outcome::oom ? oom : thrash;
  }
};

class Strip {
 public:
  Strip(Bytes from, Bytes end, std::size_t columns)
      : from_(from),
        end_(end),
        columns_(static_cast<std::size_t>(
            std::min<Int128>(static_cast<Int128>(columns), Int128{end} - from))) {}

  void add(const Segment& segment, bool hole) {
    for_each(segment.budgets,
             [&](Column& column, Bytes bytes) { column.bytes_of(segment.result) += bytes; });
    const Bytes width = std::min(segment.budgets.to, end_) - segment.budgets.from;
    if (hole && Int128{width} * count() < span())
      columns_[column_of(segment.budgets.from)].narrow_hole = true;
  }

  void add_missing(BudgetRange budgets) {
    for_each(budgets, [](Column& column, Bytes) { column.missing = true; });
  }

  std::string text() const {
    std::string text;
    for (const Column& column : columns_) text += column.symbol();
    return text;
  }

 private:
  Int128 span() const { return Int128{end_} - from_; }
  Int128 count() const { return static_cast<Int128>(columns_.size()); }

  std::size_t column_of(Bytes budget) const {
    return static_cast<std::size_t>((Int128{budget} - from_) * count() / span());
  }
  // The first budget of a column.
  Bytes start_of(std::size_t column) const {
    return from_ +
           static_cast<Bytes>((static_cast<Int128>(column) * span() + count() - 1) / count());
  }

  // Calls visit(column, bytes) for each column that holds budgets of the range.
  template <class Visit>
  void for_each(BudgetRange budgets, Visit visit) {
    const Bytes to = std::min(budgets.to, end_);
    if (budgets.from >= to) return;
    const std::size_t last = column_of(to - 1);
    for (std::size_t column = column_of(budgets.from); column <= last; ++column)
      visit(columns_[column],
            std::min(to, start_of(column + 1)) - std::max(budgets.from, start_of(column)));
  }

  Bytes from_;
  Bytes end_;
  std::vector<Column> columns_;
};

const Symbol& symbol_of(char symbol) {
  return *std::ranges::find(symbols, symbol, &Symbol::symbol);
}

}  // namespace

std::string outcome_strip(const RegimeMap& map, Bytes end, std::size_t columns) {
  Strip strip(map.range.from, end, columns);
  bool passed = false;
  for (const Segment& segment : segments_of(map)) {
    passed = passed || segment.result == Outcome::pass;
    strip.add(segment, passed && segment.result == Outcome::oom);
  }
  for (const BudgetRange& budgets : map.missing) strip.add_missing(budgets);
  return strip.text();
}

std::string painted_strip(const std::string& strip) {
  std::string text;
  for (std::size_t at = 0; at < strip.size();) {
    const std::size_t end = std::min(strip.find_first_not_of(strip[at], at), strip.size());
    text += paint(std::string_view(strip).substr(at, end - at), symbol_of(strip[at]).style);
    at = end;
  }
  return text;
}

std::string strip_legend(const std::string& strip) {
  std::string text;
  for (const Symbol& symbol : symbols)
    if (strip.find(symbol.symbol) != std::string::npos)
      text += fmt::format("{}{} {}", text.empty() ? "" : "   ", symbol.symbol, symbol.meaning);
  return text;
}

}  // namespace rematfuzz::cli
