#include "sim/models/framework/pooling.h"

#include <utility>

#include "sim/models/framework/views.h"

namespace rematfuzz::nn {

namespace {

Tensor average_to(Autograd& autograd, const Tensor& x, Shape shape) {
  Tensor saved = autograd.save(x);
  Tensor result = autograd.recorder().call("avg_pool2d", {x}, std::move(shape));
  autograd.record(
      {x}, {result}, [saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{
            recorder.call("avg_pool2d_backward", {of_outputs[0], saved}, saved.shape())};
      });
  return result;
}

}  // namespace

Tensor max_pool(Autograd& autograd, const Tensor& x, const Window& window) {
  const Shape shape = slide(x.shape(), window, x.extent(1));
  Tensor saved_x = autograd.save(x);
  Tensors results =
      autograd.recorder().call("max_pool2d_with_indices", {x}, {{shape}, {shape, int64}});
  Tensor saved_indices = autograd.save(results[1]);
  autograd.record(
      {x}, {results[0]},
      [saved_x = std::move(saved_x), saved_indices = std::move(saved_indices)](
          Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call("max_pool2d_with_indices_backward",
                                       {of_outputs[0], saved_x, saved_indices}, saved_x.shape())};
      });
  return std::move(results[0]);
}

Tensor average_pool(Autograd& autograd, const Tensor& x, const Window& window) {
  return average_to(autograd, x, slide(x.shape(), window, x.extent(1)));
}

Tensor average_all(Autograd& autograd, const Tensor& x) {
  const Tensor pixels = average_to(autograd, x, {x.extent(0), x.extent(1), 1, 1});
  return reshape(autograd, pixels, {x.extent(0), x.extent(1)});
}

Tensor mean_all(Autograd& autograd, const Tensor& x) {
  Tensor result = autograd.recorder().call("mean", {x}, {x.extent(0), x.extent(1)});
  autograd.record({x}, {result},
                  [shape = x.shape()](Recorder& recorder, const Gradients& of_outputs) {
                    const Tensor spread = recorder.view("expand", of_outputs[0], shape);
                    const Tensor pixels = recorder.constant({}, int64);
                    return Gradients{recorder.call("div", {spread, pixels}, shape)};
                  });
  return result;
}

Tensor upsample_double(Autograd& autograd, const Tensor& x) {
  Shape shape = {x.extent(0), x.extent(1), product({2, x.extent(2)}), product({2, x.extent(3)})};
  Tensor result = autograd.recorder().call("upsample_bilinear2d", {x}, std::move(shape));
  autograd.record(
      {x}, {result}, [back = x.shape()](Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call("upsample_bilinear2d_backward", {of_outputs[0]}, back)};
      });
  return result;
}

}  // namespace rematfuzz::nn
