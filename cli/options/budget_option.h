// A budget on the command line: --ratio R of the baseline's peak, or --budget BYTES.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "sim/base/types.h"
#include "sim/run/baseline.h"

namespace rematfuzz::cli {

struct Budget {
  Bytes bytes = 0;
  double ratio = 0;  // as given, or that of the bytes
};

struct BudgetOption {
  std::optional<double> ratio;
  std::optional<Bytes> bytes;

  // Throws InputError if not exactly one is given.
  void require_one() const;

  // REQUIRES: exactly one is given.
  Budget resolve(const Baseline& baseline) const;
};

void add_budget_option(CLI::App& app, BudgetOption& option);

}  // namespace rematfuzz::cli
