// A range of budgets on the command line: --from or --from-bytes, --to or --to-bytes.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "sim/map/regime.h"
#include "sim/run/baseline.h"

namespace rematfuzz::cli {

// Both ends are inclusive, and either may be left out.
struct RangeOption {
  std::optional<double> from_ratio;
  std::optional<double> to_ratio;
  std::optional<Bytes> from_bytes;
  std::optional<Bytes> to_bytes;

  // What can be told without a trace. Throws InputError if an end is given twice.
  void require_sound() const;

  // An end that is not given is the one of `otherwise`. `to` of 2^63 - 1 bytes has no end. Throws
  // InputError, saying why, if there is no budget in the range. REQUIRES: require_sound().
  BudgetRange resolve(const Baseline& baseline, BudgetRange otherwise) const;
};

void add_range_option(CLI::App& app, RangeOption& option);

}  // namespace rematfuzz::cli
