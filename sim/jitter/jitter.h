// Jitter: a trace as it might have been measured another time.
//
// Measured costs vary from run to run. A jitter multiplies the cost of each call by a factor of its
// own, drawn evenly from [1 - noise, 1 + noise]. Sizes stay as they are, and so do budgets.
//
// Drawn and multiplied in integers: the same seed gives the same costs on every machine, and each
// sample has a seed of its own, so that samples can be run in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/base/types.h"
#include "sim/policy/policy.h"
#include "sim/run/result.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// How far a factor may be from 1. From 0 to `whole` parts; factors are whole parts, too.
struct Noise {
  static constexpr std::int64_t whole = 1'000'000'000'000;
  std::int64_t parts = 0;

  static constexpr Noise percent(int percent) { return {whole / 100 * percent}; }
  double fraction() const { return static_cast<double>(parts) / static_cast<double>(whole); }
};

// By call: its cost times its factor, rounded to the nearest ns, halves up. A cost of 0 stays 0.
// Throws InputError if they sum to more than largest_total, as no trace's may.
std::vector<Nanos> jittered_costs(const Trace& trace, Noise noise, std::uint64_t seed);

// Makes these the trace's costs. Throws InputError likewise; the trace is then as it was.
void jitter_costs(Trace& trace, Noise noise, std::uint64_t seed);

// The seed of a sample's costs.
std::uint64_t sample_seed(std::uint64_t seed, std::uint64_t sample);

// What is run with other costs. The objects must outlive it.
struct JitterSubject {
  const Trace& trace;
  const Runtime& runtime;
  std::string_view policy_name;
  const Policy& policy;
  // Of every run; accesses are not counted, whatever this says.
  RunOptions options;
  // If given, each run has the remat_limit() that belongs to its own costs.
  std::optional<double> overhead_limit;
};

struct JitterSample {
  Outcome result = Outcome::pass;
  Nanos clock = 0;
  Nanos baseline_compute = 0;  // of the sample's own costs
  double overhead = 0;         // relative to that; 0 unless the sample passed
};

// One sample: a jitter of the subject's trace, run at options.budget. Throws InputError as
// jittered_costs and run_trace do.
JitterSample run_sample(const JitterSubject& subject, Noise noise, std::uint64_t seed,
                        std::uint64_t sample);

// In how many of the samples 0, ..., samples - 1 a hole persists: the jittered trace passes at
// `better`, and at `worse`, a larger budget, runs out of memory. options.budget is ignored. Throws
// InputError likewise. REQUIRES: better < worse.
std::size_t survivals(const JitterSubject& subject, Bytes better, Bytes worse, Noise noise,
                      std::size_t samples, std::uint64_t seed);

}  // namespace rematfuzz
