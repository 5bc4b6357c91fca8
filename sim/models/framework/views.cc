#include "sim/models/framework/views.h"

#include <utility>

namespace rematfuzz::nn {

namespace {

// A view made by `op`, whose backward views the gradient by the same op.
Tensor differentiable_view(Autograd& autograd, const char* op, const Tensor& x, Shape shape) {
  Tensor result = autograd.recorder().view(op, x, std::move(shape));
  autograd.record({x}, {result},
                  [op, back = x.shape()](Recorder& recorder, const Gradients& of_outputs) {
                    return Gradients{recorder.view(op, of_outputs[0], back)};
                  });
  return result;
}

// The views of `gradient` that belong to inputs joined with these shapes.
Gradients cut(Recorder& recorder, const char* op, const Tensor& gradient,
              const std::vector<Shape>& shapes) {
  Gradients parts;
  parts.reserve(shapes.size());
  for (const Shape& shape : shapes) parts.push_back(recorder.view(op, gradient, shape));
  return parts;
}

std::vector<Shape> shapes_of(const Tensors& xs) {
  std::vector<Shape> shapes;
  shapes.reserve(xs.size());
  for (const Tensor& x : xs) shapes.push_back(x.shape());
  return shapes;
}

// `xs` joined to one of `shape` by `op`; `cut_op` cuts its gradient.
Tensor join(Autograd& autograd, const char* op, const char* cut_op, const Tensors& xs,
            Shape shape) {
  Tensor result = autograd.recorder().call(op, xs, std::move(shape));
  autograd.record(
      xs, {result},
      [cut_op, shapes = shapes_of(xs)](Recorder& recorder, const Gradients& of_outputs) {
        return cut(recorder, cut_op, of_outputs[0], shapes);
      });
  return result;
}

Tensors defined_of(const Gradients& gradients) {
  Tensors defined;
  for (const Tensor& gradient : gradients)
    if (gradient.defined()) defined.push_back(gradient);
  return defined;
}

}  // namespace

Tensor reshape(Autograd& autograd, const Tensor& x, Shape shape) {
  return differentiable_view(autograd, "view", x, std::move(shape));
}

Tensor permute(Autograd& autograd, const Tensor& x, Shape shape) {
  return differentiable_view(autograd, "as_strided", x, std::move(shape));
}

Tensor transpose(Autograd& autograd, const Tensor& x) {
  return differentiable_view(autograd, "t", x, {x.extent(1), x.extent(0)});
}

Tensor transposed(Recorder& recorder, const Tensor& x) {
  return recorder.view("t", x, {x.extent(1), x.extent(0)});
}

Tensor contiguous(Autograd& autograd, const Tensor& x) {
  Tensor result = autograd.recorder().call("clone", {x}, x.shape());
  autograd.record({x}, {result},
                  [](Recorder&, const Gradients& of_outputs) { return Gradients{of_outputs[0]}; });
  return result;
}

Tensor slice(Autograd& autograd, const Tensor& x, std::size_t dimension, std::int64_t step) {
  const std::int64_t kept = windows(x.extent(dimension), 1, step, 0);
  Tensor result = autograd.recorder().view("slice", x, with_extent(x.shape(), dimension, kept));
  autograd.record({x}, {result},
                  [back = x.shape()](Recorder& recorder, const Gradients& of_outputs) {
                    return Gradients{recorder.call("slice_backward", {of_outputs[0]}, back)};
                  });
  return result;
}

Tensors split(Autograd& autograd, const Tensor& x, std::int64_t parts) {
  const std::size_t innermost = x.shape().size() - 1;
  const Shape part = with_extent(x.shape(), innermost, x.extent(innermost) / parts);
  Tensor saved = autograd.save(x);
  Tensors results = autograd.recorder().views(
      "split", x, std::vector<Shape>(static_cast<std::size_t>(parts), part));
  autograd.record(
      {x}, results, [saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call("split_backward", defined_of(of_outputs), saved.shape())};
      });
  return results;
}

Tensor cat(Autograd& autograd, const Tensors& xs, std::size_t dimension) {
  std::int64_t extent = 0;
  for (const Tensor& x : xs) extent = sum({extent, x.extent(dimension)});
  return join(autograd, "_cat", "slice", xs, with_extent(xs[0].shape(), dimension, extent));
}

Tensor stack(Autograd& autograd, const Tensors& xs) {
  Shape shape = xs[0].shape();
  shape.insert(shape.begin(), static_cast<std::int64_t>(xs.size()));
  return join(autograd, "stack", "select", xs, std::move(shape));
}

Tensor pad(Autograd& autograd, const Tensor& x, Shape shape) {
  Tensor result = autograd.recorder().call("constant_pad_nd", {x}, std::move(shape));
  autograd.record({x}, {result},
                  [back = x.shape()](Recorder& recorder, const Gradients& of_outputs) {
                    return Gradients{recorder.call("constant_pad_nd", {of_outputs[0]}, back)};
                  });
  return result;
}

}  // namespace rematfuzz::nn
