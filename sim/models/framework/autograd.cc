#include "sim/models/framework/autograd.h"

#include <algorithm>
#include <utility>

#include "sim/base/check.h"

namespace rematfuzz::nn {

namespace {

std::vector<VariableId> variables_of(const Tensors& tensors) {
  std::vector<VariableId> variables;
  variables.reserve(tensors.size());
  for (const Tensor& tensor : tensors) variables.push_back(tensor.variable());
  return variables;
}

}  // namespace

Tensor Autograd::parameter(Shape shape) {
  REMATFUZZ_CHECK(tape_.empty());
  Tensor tensor = recorder_.constant(std::move(shape));
  tensor.set_variable(new_variable());
  parameters_.push_back(tensor);
  return tensor;
}

void Autograd::record(const Tensors& inputs, const Tensors& outputs, Backward backward) {
  if (std::ranges::none_of(inputs, &Tensor::needs_gradient)) return;
  Node node;
  node.inputs = variables_of(inputs);
  for (const Tensor& output : outputs) output.set_variable(new_variable());
  node.outputs = variables_of(outputs);
  node.backward = std::move(backward);
  tape_.push_back(std::move(node));
}

void Autograd::backward(const Tensor& loss) {
  recorder_.annotate(backward_annotation);
  accumulate(loss.variable(), recorder_.call("ones_like", {loss}, loss.shape()));
  while (!tape_.empty()) {
    Node node = std::move(tape_.back());
    tape_.pop_back();
    run(std::move(node));
  }
  gradients_.resize(parameters_.size());
}

void Autograd::descend() {
  for (const Tensor& parameter : parameters_) {
    const Tensor& gradient = gradients_[parameter.variable()];
    if (gradient.defined()) recorder_.mutate("add_", {parameter, gradient});
  }
  for (Tensor& gradient : gradients_) gradient = Tensor();
}

VariableId Autograd::new_variable() {
  gradients_.emplace_back();
  return static_cast<VariableId>(gradients_.size() - 1);
}

Gradients Autograd::take_gradients(const std::vector<VariableId>& variables) {
  Gradients taken;
  for (const VariableId variable : variables)
    taken.push_back(std::exchange(gradients_[variable], Tensor()));
  return taken;
}

void Autograd::accumulate(VariableId variable, Tensor gradient) {
  if (variable == no_variable || !gradient.defined()) return;
  Tensor& total = gradients_[variable];
  if (total.defined())
    total = recorder_.call("add", {total, gradient}, total.shape());
  else
    total = std::move(gradient);
}

void Autograd::run(Node node) {
  Gradients of_outputs = take_gradients(node.outputs);
  if (std::ranges::none_of(of_outputs, &Tensor::defined)) return;
  Gradients of_inputs = node.backward(recorder_, of_outputs);
  of_outputs.clear();
  node.backward = nullptr;
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    accumulate(node.inputs[i], std::move(of_inputs.at(i)));
}

}  // namespace rematfuzz::nn
