// A comparison as a table for reading, in Markdown, as CSV and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/compare/comparison.h"
#include "cli/text/decimal.h"

namespace rematfuzz::cli {

enum class CompareFormat : std::uint8_t { table, markdown, csv, json };

// Throws InputError, listing the names, if there is none of that name.
CompareFormat find_compare_format(std::string_view name);

// Rows in their order. In words, what holds for all rows is one line above the table; in CSV and
// JSON each row says it.
std::string compare_text(const std::vector<ComparisonRow>& rows, const std::vector<Decimal>& ratios,
                         CompareFormat format);

}  // namespace rematfuzz::cli
