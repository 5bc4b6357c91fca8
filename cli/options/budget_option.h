// A budget on the command line: --ratio R of the baseline's peak, or --budget BYTES.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "sim/base/types.h"
#include "sim/run/baseline.h"

namespace rematfuzz::cli {

struct Budget {
  Bytes bytes = 0;
  double ratio = 0;  // as given, or that of the bytes
};

struct BudgetOption {
  std::string ratio;
  std::string bytes;

  // Throws InputError if not exactly one is given, or if it cannot be read.
  Budget resolve(const Baseline& baseline) const;

  // "--ratio 0.3" or "--budget 900MB", as it was given.
  std::string text() const;
};

void add_budget_option(CLI::App& app, BudgetOption& option);

// A ratio: a finite number from 0 up. Throws InputError.
double parse_ratio(const std::string& text);

}  // namespace rematfuzz::cli
