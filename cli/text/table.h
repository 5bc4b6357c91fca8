// Aligned columns for reading.
#pragma once

#include <string>
#include <vector>

#include "cli/text/terminal.h"

namespace rematfuzz::cli {

struct Cell {
  std::string text;
  Style style = Style::plain;
};

enum class Align { left, right };

class Table {
 public:
  // A table with a heading.
  Table(std::vector<std::string> heading, std::vector<Align> aligns)
      : heading_(std::move(heading)), aligns_(std::move(aligns)) {}

  // Two columns without a heading: names and values.
  Table() : aligns_{Align::left, Align::left} {}

  // REQUIRES: as many cells as columns.
  void add(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const;

 private:
  std::vector<std::string> heading_;
  std::vector<Align> aligns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace rematfuzz::cli
