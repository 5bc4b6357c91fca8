// A trace: the program that a run executes, compiled to indices.
//
// Immutable once built (TraceBuilder makes it), so that any number of runs and threads share one.
// Ids count up in the order of creation. Source: the trace log of the DTR simulator.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/base/types.h"
#include "sim/trace/adjacency.h"
#include "sim/trace/name_table.h"

namespace rematfuzz {

// One operator call (a CALL, a CONSTANT or a MUTATE of the log).
struct Call {
  Nanos cost = 0;
  Bytes need = 0;               // total size of its outputs, views counting 0
  Bytes parents = 0;            // total size of its arguments, repeats counted, views 0
  NameId name = 0;              // of the operator
  TensorId first_output = 0;    // outputs are consecutive
  std::uint32_t outputs = 0;    // at least 1
  std::uint32_t first_arg = 0;  // into Trace::args
  std::uint32_t args = 0;
  bool constant = false;  // whether it counts in constant_memory
};

struct Tensor {
  Bytes size = 0;  // 0 for a view
  CallId call = 0;
  StorageId storage = 0;
  NameId label = 0;             // as the log names it, without the marks of MUTATE
  std::uint32_t mutations = 0;  // each MUTATE appends one '$' to the label
};

struct Storage {
  Bytes size = 0;
  TensorId root = 0;
};

enum class StepKind : std::uint8_t {
  call,     // create the call's tensors and compute them
  pin,      // materialize the tensor if it is undefined, then pin its storage for good
  get,      // one external reference more
  release,  // one external reference fewer
};

struct Step {
  StepKind kind = StepKind::call;
  std::uint32_t index = 0;  // a CallId for `call`, else a TensorId
};

class Trace {
 public:
  std::vector<Call> calls;
  std::vector<TensorId> args;  // of all calls
  std::vector<Tensor> tensors;
  std::vector<Storage> storages;
  std::vector<Step> steps;
  // From here on the steps are the output condition: a pin for each name that the program still
  // holds at its end, in the order in which the names were first bound.
  std::size_t output_step = 0;
  NameTable names;
  Adjacency adjacency;

  std::span<const TensorId> args_of(CallId call) const {
    return {args.data() + calls[call].first_arg, calls[call].args};
  }
  // The tensors on a storage, in order of creation (the root first). Lists those that the program
  // has yet to create, too.
  std::span<const TensorId> tensors_on(StorageId storage) const {
    return {storage_tensors.data() + storage_begin[storage],
            storage_tensors.data() + storage_begin[storage + 1]};
  }
  bool is_view(TensorId tensor) const { return storages[tensors[tensor].storage].root != tensor; }
  std::string label(TensorId tensor) const;
  std::string_view operator_name(CallId call) const { return names[calls[call].name]; }
  // The tensors of the output condition, in the order of its steps.
  std::vector<TensorId> outputs() const;
  // The storage whose root tensor is `root`, or no_id.
  StorageId storage_of_root(std::uint64_t root) const;

  // Storage -> tensors, filled by TraceBuilder.
  std::vector<std::uint32_t> storage_begin;
  std::vector<TensorId> storage_tensors;
};

}  // namespace rematfuzz
