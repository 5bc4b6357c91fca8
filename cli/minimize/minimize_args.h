// What 'minimize' is asked to do, made good for one trace.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/budget_option.h"
#include "cli/options/range_option.h"
#include "cli/options/setup_option.h"
#include "minimizer/wanted.h"

namespace rematfuzz::cli {

struct MinimizeArgs {
  std::string trace;
  std::string kind = "hole";
  SetupOption setup;  // without retain and neighborhood
  BudgetOption budget;
  RangeOption range;
  std::optional<double> factor;
  std::optional<Bytes> cliff_distance;
  std::vector<std::string> keep{"place", "frontier"};
  std::size_t keep_nesting = 0;
  std::optional<double> seconds;
  int threads = 0;
  std::vector<std::string> disabled;  // passes
  std::string check;                  // a command; empty: our own simulator
  std::string origin;                 // as the trace has it; empty: it is the origin
  std::string output;                 // empty: the trace's name with .min.trace
  bool list_passes = false;
  bool json = false;
};

void add_minimize_options(CLI::App& app, MinimizeArgs& args);

// Throws InputError for what can be told without the trace.
void require_sound(const MinimizeArgs& args);

// REQUIRES: require_sound(args).
minimizer::Wanted wanted_of(const MinimizeArgs& args);

// The mechanism to keep: that of the trace's finding, but for what --keep asks for.
Mechanism asked_for(const MinimizeArgs& args, Mechanism mechanism);

}  // namespace rematfuzz::cli
