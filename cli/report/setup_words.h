// What was asked for besides trace and budgets, by the names that people and files use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/setup_option.h"
#include "sim/base/types.h"
#include "sim/trace/trace.h"

namespace rematfuzz::cli {

inline constexpr const char* default_neighborhood = "incremental";

struct SetupWords {
  std::string policy;
  std::string runtime;
  std::optional<double> overhead_limit;
  std::optional<std::uint64_t> seed;                // of randomized policies
  std::vector<TensorId> retain;                     // root tensors
  std::string neighborhood = default_neighborhood;  // or "fresh"
};

SetupWords words_of(const Setup& setup, const Trace& trace);

// "DTR on RuntimeV2EagerOptimized", and what else is asked for: "..., overhead limit 2, retaining
// 612, seed 5, fresh neighborhoods".
std::string setup_text(const SetupWords& words);
inline std::string setup_text(const Setup& setup, const Trace& trace) {
  return setup_text(words_of(setup, trace));
}

// The same as options of a command: "--policy DTR --runtime RuntimeV2EagerOptimized".
std::string setup_options(const SetupWords& words);
inline std::string setup_options(const Setup& setup, const Trace& trace) {
  return setup_options(words_of(setup, trace));
}

}  // namespace rematfuzz::cli
