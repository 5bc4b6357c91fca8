#include "sim/trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz {

namespace {

// sum += amount, refusing what would pass `largest_total`.
void add_checked(std::int64_t& sum, std::int64_t amount, std::string_view what) {
  if (amount < 0) throw InputError(fmt::format("{} is negative: {}", what, amount));
  if (amount > largest_total - sum)
    throw InputError(fmt::format("the sum of all {}s passes 2^60", what));
  sum += amount;
}

}  // namespace

TraceBuilder::TraceBuilder() = default;

void TraceBuilder::add(const Instruction& instruction) {
  switch (instruction.kind) {
    case InstructionKind::annotate:
      return;
    case InstructionKind::constant:
      return add_constant(instruction);
    case InstructionKind::call:
      return add_call(instruction);
    case InstructionKind::mutate:
      return add_mutate(instruction);
    case InstructionKind::copy:
      return add_copy(instruction);
    case InstructionKind::copy_from:
      return add_copy_from(instruction);
    case InstructionKind::release:
      return add_release(instruction);
  }
}

void TraceBuilder::add_constant(const Instruction& instruction) {
  const OutputSpec& output = instruction.outputs.at(0);
  require_unbound(output.name);
  const CallId call = open_call("constant", {}, 0);
  const NameId name = trace_.names.intern(output.name);
  const TensorId tensor = add_output(call, output.memory, -1, name, 0);
  bind(name, tensor);
  trace_.steps.push_back({StepKind::pin, tensor});
}

void TraceBuilder::add_call(const Instruction& instruction) {
  if (instruction.outputs.empty())
    throw InputError(fmt::format("CALL of {} has no results", quote(instruction.name)));
  const CallId call = open_call(instruction.name, instruction.args, instruction.cost);
  for (const OutputSpec& output : instruction.outputs) {
    require_unbound(output.name);
    const NameId name = trace_.names.intern(output.name);
    const bool fresh = output.alias < 0;
    bind(name, add_output(call, fresh ? output.memory : 0, output.alias, name, 0));
  }
}

void TraceBuilder::add_mutate(const Instruction& instruction) {
  if (instruction.mutated.empty())
    throw InputError(fmt::format("MUTATE {} mutates nothing", quote(instruction.name)));
  for (const std::uint32_t index : instruction.mutated)
    if (index >= instruction.args.size())
      throw InputError(fmt::format("MUTATE index {} is out of range: {} has {} arguments", index,
                                   quote(instruction.name), instruction.args.size()));
  const CallId call = open_call(instruction.name, instruction.args, instruction.cost);
  const TensorId first = static_cast<TensorId>(trace_.tensors.size());
  for (const std::uint32_t index : instruction.mutated) {
    const Tensor old = trace_.tensors[trace_.args_of(call)[index]];
    add_output(call, trace_.storages[old.storage].size, -1, old.label, old.mutations + 1);
  }
  for (std::size_t i = 0; i < instruction.mutated.size(); ++i) {
    const std::string& text = instruction.args[instruction.mutated[i]];
    const NameId name = trace_.names.find(text);
    const TensorId denoted = binding_[name];
    bind(name, first + static_cast<TensorId>(i));
    release(denoted, text);
  }
}

void TraceBuilder::add_copy(const Instruction& instruction) {
  const TensorId tensor = resolve(instruction.source, "SRC");
  require_unbound(instruction.name);
  require_alive(tensor, instruction.source, "SRC");
  bind(trace_.names.intern(instruction.name), tensor);
  ++external_[trace_.tensors[tensor].storage];
  trace_.steps.push_back({StepKind::get, tensor});
}

void TraceBuilder::add_copy_from(const Instruction& instruction) {
  const TensorId old = resolve(instruction.name, "DST");
  const TensorId tensor = resolve(instruction.source, "SRC");
  release(old, instruction.name);
  require_alive(tensor, instruction.source, "SRC");
  bind(trace_.names.find(instruction.name), tensor);
  ++external_[trace_.tensors[tensor].storage];
  trace_.steps.push_back({StepKind::get, tensor});
}

void TraceBuilder::add_release(const Instruction& instruction) {
  const NameId name = trace_.names.find(instruction.name);
  if (name == no_id || name >= binding_.size() || binding_[name] == no_id) return;
  release(binding_[name], instruction.name);
}

CallId TraceBuilder::open_call(std::string_view name, const std::vector<std::string>& args,
                               Nanos cost) {
  add_checked(total_cost_, cost, "TIME");
  if (args.size() >= no_id - trace_.args.size()) throw InputError("more than 2^32 - 2 arguments");
  const auto id = static_cast<CallId>(trace_.calls.size());
  Call call;
  call.cost = cost;
  // The reference names an operator NAME/NUMBER and looks at what stands before the first slash.
  call.constant = name.substr(0, name.find('/')) == "constant";
  call.first_output = static_cast<TensorId>(trace_.tensors.size());
  call.first_arg = static_cast<std::uint32_t>(trace_.args.size());
  call.args = static_cast<std::uint32_t>(args.size());
  for (const std::string& arg : args) {
    const TensorId tensor = resolve(arg, "argument");
    require_alive(tensor, arg, "argument");
    trace_.args.push_back(tensor);
    add_checked(call.parents, trace_.tensors[tensor].size, "argument size");
  }
  call.name = trace_.names.intern(name);
  trace_.calls.push_back(call);
  trace_.steps.push_back({StepKind::call, id});
  return id;
}

TensorId TraceBuilder::add_output(CallId call_id, Bytes memory, std::int64_t alias, NameId label,
                                  std::uint32_t mutations) {
  if (trace_.tensors.size() + 1 >= no_id) throw InputError("more than 2^32 - 2 tensors");
  Call& call = trace_.calls[call_id];
  const auto id = static_cast<TensorId>(trace_.tensors.size());
  Tensor tensor;
  tensor.call = call_id;
  tensor.label = label;
  tensor.mutations = mutations;
  if (alias < 0) {
    if (alias != -1)
      throw InputError(fmt::format("ALIAS of {} is {}: neither -1 nor an argument's index",
                                   quote(trace_.names[label]), alias));
    add_checked(total_bytes_, memory, "MEMORY");
    tensor.size = memory;
    tensor.storage = static_cast<StorageId>(trace_.storages.size());
    trace_.storages.push_back({memory, id});
    external_.push_back(0);
    call.need += memory;
  } else {
    if (alias >= static_cast<std::int64_t>(call.args))
      throw InputError(fmt::format("ALIAS {} of {} is out of range: {} has {} arguments", alias,
                                   quote(trace_.names[label]), quote(trace_.names[call.name]),
                                   call.args));
    const TensorId viewed = trace_.args[call.first_arg + static_cast<std::uint32_t>(alias)];
    tensor.storage = trace_.tensors[viewed].storage;
  }
  ++call.outputs;
  ++external_[tensor.storage];
  trace_.tensors.push_back(tensor);
  name_count_.push_back(0);
  return id;
}

TensorId TraceBuilder::resolve(std::string_view name, std::string_view role) const {
  const NameId id = trace_.names.find(name);
  if (id == no_id || id >= binding_.size() || binding_[id] == no_id)
    throw InputError(fmt::format("{} {} is undefined", role, quote(name)));
  return binding_[id];
}

void TraceBuilder::require_unbound(std::string_view name) const {
  const NameId id = trace_.names.find(name);
  if (id != no_id && id < binding_.size() && binding_[id] != no_id)
    throw InputError(fmt::format("{} is bound already", quote(name)));
}

void TraceBuilder::bind(NameId name, TensorId tensor) {
  if (name >= binding_.size()) binding_.resize(trace_.names.size(), no_id);
  if (binding_[name] == no_id) bound_.push_back(name);
  binding_[name] = tensor;
  ++name_count_[tensor];
}

void TraceBuilder::release(TensorId tensor, std::string_view name) {
  // The storage's count is the sum of its tensors' counts, so the tensor's decides both.
  if (name_count_[tensor] == 0)
    throw InputError(
        fmt::format("{} is released once too often: no reference is left", quote(name)));
  --name_count_[tensor];
  --external_[trace_.tensors[tensor].storage];
  trace_.steps.push_back({StepKind::release, tensor});
}

void TraceBuilder::require_alive(TensorId tensor, std::string_view name,
                                 std::string_view role) const {
  if (external_[trace_.tensors[tensor].storage] == 0)
    throw InputError(fmt::format(
        "{} {} is used after the last reference to its storage was released", role, quote(name)));
}

Trace TraceBuilder::finish() {
  if (trace_.calls.empty()) throw InputError("no operator in the trace");
  trace_.output_step = trace_.steps.size();
  for (const NameId name : bound_)
    if (name_count_[binding_[name]] > 0) trace_.steps.push_back({StepKind::pin, binding_[name]});

  // Not needed any more; what follows is where a large trace takes most memory.
  for (auto* list : {&binding_, &bound_, &name_count_, &external_})
    std::vector<std::uint32_t>().swap(*list);

  const std::size_t storages = trace_.storages.size();
  trace_.storage_begin.assign(storages + 1, 0);
  for (const Tensor& tensor : trace_.tensors) ++trace_.storage_begin[tensor.storage + 1];
  for (std::size_t s = 0; s < storages; ++s) trace_.storage_begin[s + 1] += trace_.storage_begin[s];
  trace_.storage_tensors.resize(trace_.tensors.size());
  std::vector<std::uint32_t> next(trace_.storage_begin.begin(), trace_.storage_begin.end() - 1);
  for (TensorId id = 0; id < trace_.tensors.size(); ++id)
    trace_.storage_tensors[next[trace_.tensors[id].storage]++] = id;

  trace_.names.shrink_to_fit();
  trace_.adjacency = Adjacency(trace_);
  Trace finished = std::move(trace_);
  *this = TraceBuilder();
  return finished;
}

}  // namespace rematfuzz
