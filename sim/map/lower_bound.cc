#include "sim/map/lower_bound.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rematfuzz {

namespace {

class Bound {
 public:
  Bound(const Trace& trace, const Runtime& runtime)
      : trace_(trace),
        runtime_(runtime),
        external_(runtime.banishes ? trace.storages.size() : 0, 0),
        pinned_(trace.storages.size(), 0),
        counted_for_(trace.storages.size(), no_id) {}

  Bytes find() {
    for (const Step& step : trace_.steps) take(step);
    return bound_;
  }

 private:
  void take(const Step& step) {
    if (step.kind == StepKind::call) return compute(step.index);
    const StorageId storage = trace_.tensors[step.index].storage;
    switch (step.kind) {
      case StepKind::call:
        break;
      case StepKind::pin:
        if (pinned_[storage] == 0) pinned_bytes_ += trace_.storages[storage].size;
        pinned_[storage] = 1;
        bound_ = std::max(bound_, pinned_bytes_);
        break;
      case StepKind::get:
        if (runtime_.banishes) ++external_[storage];
        break;
      case StepKind::release:
        if (runtime_.banishes && --external_[storage] == 0) unpin(storage);
        break;
    }
  }

  // Before a call computes, all its arguments are locked.
  void compute(CallId id) {
    const Call& call = trace_.calls[id];
    if (runtime_.banishes)
      for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t)
        ++external_[trace_.tensors[t].storage];
    Bytes bytes = pinned_bytes_ + call.need;
    for (const TensorId arg : trace_.args_of(id)) {
      const StorageId storage = trace_.tensors[arg].storage;
      if (pinned_[storage] != 0 || counted_for_[storage] == id) continue;
      counted_for_[storage] = id;
      bytes += trace_.storages[storage].size;
    }
    bound_ = std::max(bound_, bytes);
  }

  // Banishing can evict what is pinned.
  void unpin(StorageId storage) {
    if (pinned_[storage] != 0) pinned_bytes_ -= trace_.storages[storage].size;
    pinned_[storage] = 0;
  }

  const Trace& trace_;
  const Runtime& runtime_;
  std::vector<std::uint32_t> external_;  // references, by storage; where they matter
  std::vector<std::uint8_t> pinned_;
  std::vector<CallId> counted_for_;
  Bytes pinned_bytes_ = 0;
  Bytes bound_ = 0;
};

}  // namespace

Bytes smallest_possible_budget(const Trace& trace, const Runtime& runtime) {
  return Bound(trace, runtime).find();
}

BudgetRange searched_budgets(const Trace& trace, const Runtime& runtime, const Baseline& baseline) {
  const Bytes peak = baseline.peak_memory;
  return {.from = std::min(smallest_possible_budget(trace, runtime), peak), .to = peak + 1};
}

}  // namespace rematfuzz
