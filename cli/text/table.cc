#include "cli/text/table.h"

#include <algorithm>

namespace rematfuzz::cli {

namespace {

std::string padded(const Cell& cell, std::size_t width, Align align, bool last) {
  const std::string space(width - cell.text.size(), ' ');
  const std::string text = paint(cell.text, cell.style);
  if (align == Align::right) return space + text;
  return last ? text : text + space;
}

}  // namespace

std::string Table::text() const {
  std::vector<std::size_t> widths(aligns_.size(), 0);
  for (std::size_t c = 0; c < heading_.size(); ++c) widths[c] = heading_[c].size();
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], row[c].text.size());

  std::string text;
  const auto add_row = [&](const std::vector<Cell>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) text += "  ";
      text += padded(row[c], widths[c], aligns_[c], c + 1 == row.size());
    }
    text.erase(text.find_last_not_of(' ') + 1);  // of cells that are empty
    text += '\n';
  };
  if (!heading_.empty()) {
    std::vector<Cell> cells;
    cells.reserve(heading_.size());
    for (const std::string& name : heading_) cells.push_back({name, Style::strong});
    add_row(cells);
  }
  for (const auto& row : rows_) add_row(row);
  return text;
}

}  // namespace rematfuzz::cli
