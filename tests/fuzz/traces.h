// Traces in tests: what of them is to be the same where names are not.
#pragma once

#include <fmt/format.h>

#include <string>

#include "sim/trace/trace.h"

namespace rematfuzz::fuzz {

// Everything that a trace says but for its names.
inline std::string nameless_text_of(const Trace& trace) {
  std::string text;
  for (CallId id = 0; id < trace.calls.size(); ++id) {
    const Call& call = trace.calls[id];
    text += fmt::format("call {}: cost {}, need {}, parents {}, {} outputs from {}{}, takes", id,
                        call.cost, call.need, call.parents, call.outputs, call.first_output,
                        call.constant ? ", constant" : "");
    for (const TensorId arg : trace.args_of(id)) text += fmt::format(" {}", arg);
    text += '\n';
  }
  for (TensorId id = 0; id < trace.tensors.size(); ++id) {
    const Tensor& tensor = trace.tensors[id];
    text += fmt::format("tensor {}: size {}, of call {}, on {}, mutations {}\n", id, tensor.size,
                        tensor.call, tensor.storage, tensor.mutations);
  }
  for (StorageId id = 0; id < trace.storages.size(); ++id)
    text += fmt::format("storage {}: size {}, root {}\n", id, trace.storages[id].size,
                        trace.storages[id].root);
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    text += fmt::format("step {}: kind {}, {}{}\n", i, static_cast<int>(trace.steps[i].kind),
                        trace.steps[i].index, i == trace.output_step ? ", output condition" : "");
  return text + fmt::format("output condition from step {}\n", trace.output_step);
}

}  // namespace rematfuzz::fuzz
