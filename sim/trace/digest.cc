#include "sim/trace/digest.h"

#include "sim/base/hash.h"

namespace rematfuzz {

std::uint64_t digest(const Trace& trace) {
  std::uint64_t hash = mix(0, trace.calls.size());
  const auto add = [&hash](auto value) { hash = mix(hash, static_cast<std::uint64_t>(value)); };
  for (CallId id = 0; id < trace.calls.size(); ++id) {
    add(trace.calls[id].cost);
    add(trace.calls[id].outputs);
    add(trace.calls[id].args);
    add(trace.calls[id].constant);
    for (const TensorId arg : trace.args_of(id)) add(arg);
  }
  for (const Tensor& tensor : trace.tensors) {
    add(tensor.size);
    add(tensor.storage);
  }
  for (const Storage& storage : trace.storages) add(storage.size);
  for (const Step& step : trace.steps) {
    add(step.kind);
    add(step.index);
  }
  add(trace.output_step);
  return hash;
}

}  // namespace rematfuzz
