#include "cli/compare/compare_report.h"

#include <fmt/format.h>

#include <array>

#include "cli/report/run_report.h"
#include "cli/text/quantity.h"
#include "cli/text/table.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

struct NamedFormat {
  std::string_view name;
  CompareFormat format;
};

constexpr std::array formats{
    NamedFormat{"table", CompareFormat::table}, NamedFormat{"markdown", CompareFormat::markdown},
    NamedFormat{"csv", CompareFormat::csv}, NamedFormat{"json", CompareFormat::json}};

std::string factor_text(double factor) { return factor > 0 ? fmt::format("{:.2f}x", factor) : "-"; }

std::string at_text(const ComparisonRow::At& at) {
  if (at.result != Outcome::pass) return std::string(name_of(at.result));
  return fmt::format("{:.4f}", at.overhead);
}

std::vector<std::string> heading(const std::vector<Decimal>& ratios) {
  std::vector<std::string> names{"trace", "policy",     "smallest pass",   "ratio",
                                 "holes", "hole bytes", "worst inversion", "worst cliff"};
  for (const Decimal& ratio : ratios) names.push_back("at " + ratio.text());
  names.emplace_back("time");
  return names;
}

std::vector<std::string> cells_of(const ComparisonRow& row) {
  std::vector<std::string> cells{printable(row.trace), std::string(row.setup.policy->name)};
  if (row.smallest) {
    cells.push_back(show_bytes(*row.smallest));
    cells.push_back(fmt::format("{:.4f}", static_cast<double>(*row.smallest) / row.peak));
  } else {
    cells.insert(cells.end(), {"-", "-"});
  }
  cells.push_back(show_count(row.holes));
  cells.push_back(row.holes > 0 ? show_bytes(row.hole_bytes) : "-");
  cells.push_back(factor_text(row.worst_inversion));
  cells.push_back(factor_text(row.worst_cliff));
  for (const ComparisonRow::At& at : row.at) cells.push_back(at_text(at));
  cells.push_back(fmt::format("{:.2f} s", row.seconds));
  return cells;
}

// What holds for all rows.
std::string setting_text(const std::vector<ComparisonRow>& rows) {
  const Setup& setup = rows.front().setup;
  std::string text =
      fmt::format("{}, overhead limit {}", setup.runtime->name, setup.overhead_limit.value_or(0));
  for (const ComparisonRow& row : rows)
    if (row.setup.policy->policy->randomized())
      return text + fmt::format(", seed {} where a policy draws at random", setup.seed);
  return text;
}

std::string table_text(const std::vector<ComparisonRow>& rows, const std::vector<Decimal>& ratios) {
  const std::vector<std::string> names = heading(ratios);
  std::vector<Align> aligns(names.size(), Align::right);
  aligns[0] = aligns[1] = Align::left;
  Table table(names, aligns);
  for (const ComparisonRow& row : rows) {
    std::vector<Cell> cells;
    for (std::string& cell : cells_of(row)) cells.push_back({std::move(cell)});
    table.add(std::move(cells));
  }
  return setting_text(rows) + "\n\n" + table.text();
}

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += ' ';
    for (const char c : cell) {
      if (c == '|') line += '\\';
      line += c;
    }
    line += " |";
  }
  return line + "\n";
}

std::string markdown_text(const std::vector<ComparisonRow>& rows,
                          const std::vector<Decimal>& ratios) {
  const std::vector<std::string> names = heading(ratios);
  std::string text = setting_text(rows) + "\n\n" + markdown_line(names) + "|";
  for (std::size_t i = 0; i < names.size(); ++i) text += i < 2 ? "---|" : "---:|";
  text += "\n";
  for (const ComparisonRow& row : rows) text += markdown_line(cells_of(row));
  return text;
}

// With exact values.
Json row_json(const ComparisonRow& row, const std::vector<Decimal>& ratios) {
  const Setup& setup = row.setup;
  Json json;
  json["trace"] = row.trace;
  json["policy"] = setup.policy->name;
  json["runtime"] = setup.runtime->name;
  json["overhead_limit"] = setup.overhead_limit ? Json(*setup.overhead_limit) : Json(nullptr);
  json["seed"] = setup.policy->policy->randomized() ? Json(setup.seed) : Json(nullptr);
  json["smallest_pass"] = row.smallest ? Json(*row.smallest) : Json(nullptr);
  json["smallest_ratio"] =
      row.smallest ? Json(static_cast<double>(*row.smallest) / row.peak) : Json(nullptr);
  json["holes"] = row.holes;
  json["hole_bytes"] = row.hole_bytes;
  json["worst_inversion"] = row.worst_inversion > 0 ? Json(row.worst_inversion) : Json(nullptr);
  json["worst_cliff"] = row.worst_cliff > 0 ? Json(row.worst_cliff) : Json(nullptr);
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    const ComparisonRow::At& at = row.at[i];
    const bool pass = at.result == Outcome::pass;
    json["result_at_" + ratios[i].text()] = name_of(at.result);
    json["overhead_at_" + ratios[i].text()] = pass ? Json(at.overhead) : Json(nullptr);
  }
  json["seconds"] = row.seconds;
  return json;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  auto text = value.get<std::string>();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_text(const std::vector<ComparisonRow>& rows, const std::vector<Decimal>& ratios) {
  std::string text;
  for (const ComparisonRow& row : rows) {
    std::string names;
    std::string values;
    const Json json = row_json(row, ratios);
    for (const auto& [name, value] : json.items()) {
      names += (names.empty() ? "" : ",") + name;
      values += (values.empty() ? "" : ",") + csv_cell(value);
    }
    if (text.empty()) text = names + "\n";
    text += values + "\n";
  }
  return text;
}

}  // namespace

CompareFormat find_compare_format(std::string_view name) {
  std::string names;
  for (const NamedFormat& format : formats) {
    if (format.name == name) return format.format;
    names.append(names.empty() ? "" : ", ").append(format.name);
  }
  throw InputError(fmt::format("{} is no format; there are {}", quote(name), names));
}

std::string compare_text(const std::vector<ComparisonRow>& rows, const std::vector<Decimal>& ratios,
                         CompareFormat format) {
  switch (format) {
    case CompareFormat::table:
      return table_text(rows, ratios);
    case CompareFormat::markdown:
      return markdown_text(rows, ratios);
    case CompareFormat::csv:
      return csv_text(rows, ratios);
    case CompareFormat::json:
      break;
  }
  Json json = Json::array();
  for (const ComparisonRow& row : rows) json.push_back(row_json(row, ratios));
  return json_text(json);
}

}  // namespace rematfuzz::cli
