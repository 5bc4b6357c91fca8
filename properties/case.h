// What most properties are about: a program, and how it is to be run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/choices/choice_source.h"
#include "fuzz/program/program.h"
#include "properties/property.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz::properties {

struct Case {
  fuzz::Program program;
  Trace trace;
  Baseline baseline;
  const Runtime* runtime = nullptr;
  const PolicyEntry* policy = nullptr;
  RunOptions options;  // with a budget
  // Of the run with all the memory it likes, under this runtime.
  Bytes unlimited_peak = 0;
};

// What a property wants of its cases.
struct CaseOptions {
  std::size_t most_operators = 14;
  // Also sizes and costs up to 2^40; without, a property may ask at every budget.
  bool wide_numbers = true;
  bool banishing = true;        // RuntimeV1 as well
  bool randomized = true;       // policies that draw as well
  bool overhead_limits = true;  // else runs may take as long as they do
};

Case draw_case(fuzz::ChoiceSource& choices, Account& account, const CaseOptions& options = {});

// Runs the case at its own budget, or another one, or another trace in its place.
RunResult run(const Case& of);
RunResult run_at(const Case& of, Bytes budget);
RunResult run_instead(const Case& of, const Trace& trace, const RunOptions& options);

// Throws Violation where any quantity differs.
void expect_same_run(const RunResult& expected, const RunResult& got, std::string_view where);

}  // namespace rematfuzz::properties
