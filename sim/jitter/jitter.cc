#include "sim/jitter/jitter.h"

#include "sim/base/check.h"
#include "sim/base/error.h"
#include "sim/base/random.h"
#include "sim/run/baseline.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz {

namespace {

// A factor, in parts of Noise::whole.
std::int64_t draw_factor(Random& random, Noise noise) {
  const auto factors = static_cast<std::uint64_t>(2 * noise.parts + 1);
  return Noise::whole - noise.parts + static_cast<std::int64_t>(random.below(factors));
}

Nanos times(Nanos cost, std::int64_t factor) {
  return static_cast<Nanos>((Int128{cost} * factor + Noise::whole / 2) / Noise::whole);
}

void set_costs(Trace& trace, const std::vector<Nanos>& costs) {
  for (CallId id = 0; id < costs.size(); ++id) trace.calls[id].cost = costs[id];
}

// The subject's run of `trace`, which has other costs.
RunOptions options_for(const JitterSubject& subject, const Baseline& baseline) {
  RunOptions options = subject.options;
  options.simulator.sums = SumSource::sums;
  if (subject.overhead_limit)
    options.simulator.remat_limit = remat_limit(baseline, *subject.overhead_limit);
  return options;
}

RunResult run(const JitterSubject& subject, const Trace& trace, const RunOptions& options) {
  return run_trace(trace, subject.runtime, subject.policy_name, subject.policy, options);
}

}  // namespace

std::vector<Nanos> jittered_costs(const Trace& trace, Noise noise, std::uint64_t seed) {
  REMATFUZZ_CHECK(noise.parts >= 0 && noise.parts <= Noise::whole);
  Random random(seed);
  std::vector<Nanos> costs;
  costs.reserve(trace.calls.size());
  Nanos left = largest_total;
  for (const Call& call : trace.calls) {
    costs.push_back(times(call.cost, draw_factor(random, noise)));
    if (costs.back() > left) throw InputError("with this noise the sum of all TIMEs passes 2^60");
    left -= costs.back();
  }
  return costs;
}

void jitter_costs(Trace& trace, Noise noise, std::uint64_t seed) {
  set_costs(trace, jittered_costs(trace, noise, seed));
}

std::uint64_t sample_seed(std::uint64_t seed, std::uint64_t sample) {
  // Of seeds that are close to each other, too, the samples have nothing in common.
  return Random(Random(seed).next() + sample).next();
}

JitterSample run_sample(const JitterSubject& subject, Noise noise, std::uint64_t seed,
                        std::uint64_t sample) {
  Trace trace = subject.trace;
  jitter_costs(trace, noise, sample_seed(seed, sample));
  const Baseline baseline = compute_baseline(trace);
  const RunResult result = run(subject, trace, options_for(subject, baseline));
  const bool passed = result.result == Outcome::pass;
  return {.result = result.result,
          .clock = result.clock,
          .baseline_compute = baseline.model_compute,
          .overhead = passed ? overhead_of(baseline, result.clock) : 0};
}

std::size_t survivals(const JitterSubject& subject, Bytes better, Bytes worse, Noise noise,
                      std::size_t samples, std::uint64_t seed) {
  REMATFUZZ_CHECK(better < worse);
  Trace trace = subject.trace;
  std::size_t survived = 0;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    set_costs(trace, jittered_costs(subject.trace, noise, sample_seed(seed, sample)));
    RunOptions options = options_for(subject, compute_baseline(trace));
    const auto result_at = [&](Bytes budget) {
      options.budget = budget;
      return run(subject, trace, options).result;
    };
    if (result_at(worse) == Outcome::oom && result_at(better) == Outcome::pass) ++survived;
  }
  return survived;
}

}  // namespace rematfuzz
