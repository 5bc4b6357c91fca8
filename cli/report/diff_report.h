// Two runs that differ in their budget alone, in words and as JSON.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "cli/options/budget_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/run_report.h"
#include "sim/anatomy/divergence.h"

namespace rematfuzz::cli {

// What a report of a divergence is about; the objects must outlive it.
struct DiffSubject {
  const LoadedTrace& trace;
  const Setup& setup;
  const std::array<Budget, 2>& budgets;  // those of the divergence
  const Divergence& divergence;
  std::size_t most = 0;  // entries of a list
};

Json diff_json(const DiffSubject& subject);

std::string diff_text(const DiffSubject& subject);

}  // namespace rematfuzz::cli
