// A map in words.
#pragma once

#include <cstddef>
#include <string>

#include "cli/maps/map_document.h"

namespace rematfuzz::cli {

// How many segments and holes are shown where not all are.
inline constexpr std::size_t most_segments = 40;
inline constexpr std::size_t most_holes = 10;

struct MapReportOptions {
  bool all = false;          // all segments and holes, not just the widest
  std::size_t columns = 80;  // the width of a line
  std::string input;         // what findings can read the map from: a log with options, or a file
};

// What the map is of, a table of its segments, a strip of its outcomes, its holes, and what to do
// next.
std::string map_text(const MapDocument& document, const MapReportOptions& options);

// "1,016,179,094"; a budget without an end is "the top".
std::string budget_text(Bytes budget);

// "5,231 regimes", "1 regime".
std::string counted(std::size_t count, const std::string& noun);

}  // namespace rematfuzz::cli
