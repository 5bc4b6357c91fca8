// Two budgets on the command line: --budget twice, --ratio twice, or one of each.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <vector>

#include "cli/options/budget_option.h"
#include "sim/run/baseline.h"

namespace rematfuzz::cli {

struct BudgetPair {
  std::vector<std::string> ratios;
  std::vector<std::string> bytes;

  // Throws InputError if there are not two in all, or if one is no ratio or no amount of memory.
  void require_two() const;

  // The smaller one first. REQUIRES: require_two().
  std::array<Budget, 2> resolve(const Baseline& baseline) const;

 private:
  std::vector<BudgetOption> parsed() const;
};

void add_budget_pair(CLI::App& app, BudgetPair& pair);

}  // namespace rematfuzz::cli
