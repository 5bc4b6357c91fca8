// How to run: policy, runtime, overhead limit, retained storages, seed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz::cli {

struct SetupOption {
  std::string policy = "DTR";
  std::string runtime = "RuntimeV2EagerOptimized";
  std::optional<double> overhead_limit;
  std::vector<std::string> retain;
  std::uint64_t seed = 0;
  std::string neighborhood = "incremental";
};

void add_setup_option(CLI::App& app, SetupOption& option);

// A SetupOption made good for one trace.
struct Setup {
  const PolicyEntry* policy = nullptr;
  const Runtime* runtime = nullptr;
  std::optional<double> overhead_limit;
  SimulatorOptions simulator;
  std::uint64_t seed = 0;

  // Throws InputError, as run_trace does. `on_step`: see RunOptions.
  RunResult run(const Trace& trace, Bytes budget,
                const std::function<void(std::size_t)>& on_step = {}) const;
  // The run's decisions on sums that differ from a fresh walk; another run counts them.
  std::uint64_t count_drift(const Trace& trace, Bytes budget) const;
};

// What can be told without a trace. Throws InputError: an unknown name, a limit below 1, a runtime
// that does not serve the policy.
void require_sound(const SetupOption& option);

// Throws InputError as require_sound does, and for a retained storage that is not there.
Setup resolve_setup(const SetupOption& option, const Trace& trace, const Baseline& baseline);

// The storage that people name by its root tensor's id or by a tensor's label. Throws InputError.
StorageId resolve_storage(const Trace& trace, const std::string& text);

}  // namespace rematfuzz::cli
