#include "sim/models/framework/recorder.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "sim/base/error.h"
#include "sim/models/framework/cost.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz::nn {

namespace {

// Jitter: parts of ten thousand.
constexpr std::uint64_t jitter_whole = 10'000;
constexpr std::uint64_t jitter_range = 500;

Bytes bytes_of(const Tensors& tensors) {
  Bytes bytes = 0;
  for (const Tensor& tensor : tensors) bytes = sum({bytes, tensor.bytes()});
  return bytes;
}

std::vector<std::string> names_of(const Tensors& tensors) {
  std::vector<std::string> names;
  names.reserve(tensors.size());
  for (const Tensor& tensor : tensors) names.push_back(tensor.name());
  return names;
}

// total += amount. Throws InputError where no trace could hold the total.
void add_to_total(std::int64_t& total, std::int64_t amount, const char* what) {
  total = sum({total, amount});
  if (total > largest_total)
    throw InputError(
        fmt::format("the model is too large: all its {} together pass {}", what, largest_total));
}

}  // namespace

Recorder::Recorder(const EmitInstruction& sink, std::uint64_t seed)
    : sink_(sink), jitters_(seed != 0), random_(seed) {}

void Recorder::annotate(const char* annotation) {
  Instruction instruction;
  instruction.kind = InstructionKind::annotate;
  instruction.name = annotation;
  emit(instruction);
}

Tensor Recorder::constant(Shape shape, Bytes element_size) {
  Tensor tensor = make(std::move(shape), element_size);
  count(tensor.bytes());
  Instruction instruction;
  instruction.kind = InstructionKind::constant;
  instruction.outputs = {{.name = tensor.name(), .memory = tensor.bytes()}};
  emit(instruction);
  return tensor;
}

Tensor Recorder::call(const char* op, const Tensors& args, Shape shape, std::int64_t flops) {
  return call(op, args, {Result{std::move(shape)}}, flops)[0];
}

Tensors Recorder::call(const char* op, const Tensors& args, std::vector<Result> results,
                       std::int64_t flops) {
  Tensors tensors = make_all(std::move(results));
  const Bytes produced = bytes_of(tensors);
  count(produced);
  emit_call(op, args, tensors, -1, kernel_cost(flops, sum({bytes_of(args), produced})));
  return tensors;
}

Tensor Recorder::view(const char* op, const Tensor& base, Shape shape) {
  return views(op, base, {std::move(shape)})[0];
}

Tensors Recorder::views(const char* op, const Tensor& base, std::vector<Shape> shapes) {
  Tensors tensors;
  for (Shape& shape : shapes) tensors.push_back(make(std::move(shape), base.element_size()));
  emit_call(op, {base}, tensors, 0, view_cost);
  return tensors;
}

void Recorder::mutate(const char* op, const Tensors& args) {
  count(args.at(0).bytes());
  Instruction instruction;
  instruction.kind = InstructionKind::mutate;
  instruction.name = op;
  instruction.args = names_of(args);
  instruction.mutated = {0};
  instruction.cost = charge(kernel_cost(0, sum({bytes_of(args), args[0].bytes()})));
  emit(instruction);
}

Tensor Recorder::copy(const Tensor& source) {
  Tensor tensor = make(source.shape(), source.element_size());
  Instruction instruction;
  instruction.kind = InstructionKind::copy;
  instruction.name = tensor.name();
  instruction.source = source.name();
  emit(instruction);
  return tensor;
}

void Recorder::finish() {
  release_dropped();
  finished_ = true;
}

Tensor Recorder::make(Shape shape, Bytes element_size) {
  const auto drop = [this](Tensor::Body* body) {
    const std::unique_ptr<Tensor::Body> owner(body);
    if (!finished_) dropped_.push_back(std::move(owner->name));
  };
  const Bytes bytes = product({elements(shape), element_size});
  auto body = std::make_unique<Tensor::Body>();
  body->name = fmt::format("x{}", names_++);
  body->shape = std::move(shape);
  body->element_size = element_size;
  body->bytes = bytes;
  return Tensor(std::shared_ptr<Tensor::Body>(body.release(), drop));
}

Tensors Recorder::make_all(std::vector<Result> results) {
  Tensors tensors;
  tensors.reserve(results.size());
  for (Result& result : results)
    tensors.push_back(make(std::move(result.shape), result.element_size));
  return tensors;
}

Nanos Recorder::charge(Nanos cost) {
  if (jitters_) {
    const std::uint64_t parts = jitter_whole - jitter_range + random_.below(2 * jitter_range + 1);
    cost = static_cast<Nanos>(Int128{cost} * parts / jitter_whole);
  }
  add_to_total(total_cost_, cost, "costs");
  return cost;
}

void Recorder::count(Bytes bytes) { add_to_total(total_bytes_, bytes, "sizes"); }

void Recorder::emit(const Instruction& instruction) {
  if (finished_) return;
  release_dropped();
  sink_(instruction);
}

void Recorder::emit_call(const char* op, const Tensors& args, const Tensors& results,
                         std::int64_t alias, Nanos cost) {
  Instruction instruction;
  instruction.kind = InstructionKind::call;
  instruction.name = op;
  instruction.args = names_of(args);
  for (const Tensor& result : results)
    instruction.outputs.push_back({result.name(), result.bytes(), alias});
  instruction.cost = charge(cost);
  emit(instruction);
}

void Recorder::release_dropped() {
  Instruction instruction;
  instruction.kind = InstructionKind::release;
  for (std::string& name : dropped_) {
    instruction.name = std::move(name);
    sink_(instruction);
  }
  dropped_.clear();
}

}  // namespace rematfuzz::nn
