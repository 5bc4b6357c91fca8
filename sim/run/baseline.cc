#include "sim/run/baseline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace rematfuzz {

namespace {

constexpr double two_63 = 0x1p63;

// floor(value), saturating; value >= 0 and no NaN.
std::int64_t floor_saturated(double value) {
  if (value >= two_63) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(value);
}

}  // namespace

Baseline compute_baseline(const Trace& trace) {
  Baseline baseline;
  baseline.ops = trace.calls.size();
  baseline.tensors = trace.tensors.size();
  baseline.storages = trace.storages.size();
  std::vector<std::uint32_t> external(trace.storages.size(), 0);
  Bytes memory = 0;
  for (const Step& step : trace.steps) {
    if (step.kind == StepKind::call) {
      const Call& call = trace.calls[step.index];
      for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
        ++external[trace.tensors[t].storage];
      memory += call.need;
      baseline.peak_memory = std::max(baseline.peak_memory, memory);
      baseline.model_compute += call.cost;
      if (call.constant) baseline.constant_memory += call.need;
      baseline.bottleneck_memory = std::max(baseline.bottleneck_memory, call.need + call.parents);
      continue;
    }
    const StorageId storage = trace.tensors[step.index].storage;
    if (step.kind == StepKind::get) ++external[storage];
    if (step.kind == StepKind::release && --external[storage] == 0)
      memory -= trace.storages[storage].size;
  }
  return baseline;
}

Bytes budget_of_ratio(const Baseline& baseline, double ratio) {
  return floor_saturated(static_cast<double>(baseline.peak_memory) * ratio);
}

Nanos remat_limit(const Baseline& baseline, double overhead_limit) {
  const double times = overhead_limit - 1;
  // Given an integer, the reference multiplies integers: exact where a double would round.
  if (times < two_63 && times == std::floor(times)) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const Int128 product = Int128{baseline.model_compute} * static_cast<std::int64_t>(times);
    return product > most ? most : static_cast<Nanos>(product);
  }
  // An integer exceeds a real number exactly if it exceeds the number's floor.
  return floor_saturated(static_cast<double>(baseline.model_compute) * times);
}

double overhead_of(const Baseline& baseline, Nanos clock) {
  if (baseline.model_compute == 0) return 0;
  return static_cast<double>(clock) / static_cast<double>(baseline.model_compute);
}

}  // namespace rematfuzz
