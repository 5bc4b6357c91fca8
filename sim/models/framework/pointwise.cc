#include "sim/models/framework/pointwise.h"

#include <utility>

namespace rematfuzz::nn {

namespace {

// The backward of an operator of one input whose gradient is op(gradient, saved).
Backward backward_by(const char* op, Tensor saved) {
  return [op, saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
    const Tensor& gradient = of_outputs[0];
    return Gradients{recorder.call(op, {gradient, saved}, gradient.shape())};
  };
}

// An operator of one input that saves its result.
Tensor saving_result(Autograd& autograd, const char* op, const char* backward_op, const Tensor& x) {
  const Tensor result = autograd.recorder().call(op, {x}, x.shape());
  autograd.record({x}, {result}, backward_by(backward_op, autograd.save(result)));
  return result;
}

}  // namespace

Tensor relu(Autograd& autograd, const Tensor& x) {
  Tensor saved = autograd.save(x);
  Tensor result = autograd.recorder().call("relu", {x}, x.shape());
  autograd.record({x}, {result}, backward_by("threshold_backward", std::move(saved)));
  return result;
}

void relu_in_place(Autograd& autograd, const Tensor& x) {
  autograd.recorder().mutate("relu_", {x});
  autograd.record({x}, {x}, backward_by("threshold_backward", autograd.save(x)));
}

Tensor sigmoid(Autograd& autograd, const Tensor& x) {
  return saving_result(autograd, "sigmoid", "sigmoid_backward", x);
}

Tensor tanh(Autograd& autograd, const Tensor& x) {
  return saving_result(autograd, "tanh", "tanh_backward", x);
}

Tensor add(Autograd& autograd, const Tensor& a, const Tensor& b) {
  Tensor result = autograd.recorder().call("add", {a, b}, a.shape());
  autograd.record({a, b}, {result}, [](Recorder&, const Gradients& of_outputs) {
    return Gradients{of_outputs[0], of_outputs[0]};
  });
  return result;
}

Tensor mul(Autograd& autograd, const Tensor& a, const Tensor& b) {
  Tensor saved_a = autograd.save_if(b.needs_gradient(), a);
  Tensor saved_b = autograd.save_if(a.needs_gradient(), b);
  Tensor result = autograd.recorder().call("mul", {a, b}, a.shape());
  autograd.record({a, b}, {result},
                  [saved_a = std::move(saved_a), saved_b = std::move(saved_b)](
                      Recorder& recorder, const Gradients& of_outputs) {
                    const Tensor& gradient = of_outputs[0];
                    const auto times = [&](const Tensor& factor) {
                      if (!factor.defined()) return Tensor();
                      return recorder.call("mul", {gradient, factor}, gradient.shape());
                    };
                    return Gradients{times(saved_b), times(saved_a)};
                  });
  return result;
}

Tensor scale(Autograd& autograd, const Tensor& x) {
  const auto times_constant = [](Recorder& recorder, const Tensor& factor) {
    const Tensor constant = recorder.constant({}, int64);
    return recorder.call("mul", {factor, constant}, factor.shape());
  };
  Tensor result = times_constant(autograd.recorder(), x);
  autograd.record({x}, {result}, [times_constant](Recorder& recorder, const Gradients& of_outputs) {
    return Gradients{times_constant(recorder, of_outputs[0])};
  });
  return result;
}

void add_bias_in_place(Autograd& autograd, const Tensor& x, const Tensor& bias,
                       std::size_t dimension) {
  Shape broadcast(x.shape().size(), 1);
  broadcast.at(dimension) = x.extent(dimension);
  const Tensor view = autograd.recorder().view("view", bias, std::move(broadcast));
  autograd.recorder().mutate("add_", {x, view});
  autograd.record({x, bias}, {x},
                  [shape = bias.shape()](Recorder& recorder, const Gradients& of_outputs) {
                    return Gradients{of_outputs[0], bias_gradient(recorder, of_outputs[0], shape)};
                  });
}

Tensor bias_gradient(Recorder& recorder, const Tensor& gradient, const Shape& bias_shape) {
  const Tensor total = recorder.call("sum_dim_IntList", {gradient}, bias_shape);
  return recorder.view("view", total, bias_shape);
}

Tensor softmax(Autograd& autograd, const Tensor& x) {
  Tensor saved_x = autograd.save(x);
  Tensor result = autograd.recorder().call("_softmax", {x}, x.shape());
  Tensor saved_result = autograd.save(result);
  autograd.record(
      {x}, {result},
      [saved_x = std::move(saved_x), saved_result = std::move(saved_result)](
          Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call("_softmax_backward_data",
                                       {of_outputs[0], saved_result, saved_x}, saved_x.shape())};
      });
  return result;
}

Tensor dropout(Autograd& autograd, const Tensor& x) {
  Tensors results =
      autograd.recorder().call("_fused_dropout", {x}, {{x.shape()}, {x.shape(), mask8}});
  Tensor saved_mask = autograd.save(results[1]);
  autograd.record({x}, {results[0]}, backward_by("_masked_scale", std::move(saved_mask)));
  return std::move(results[0]);
}

}  // namespace rematfuzz::nn
