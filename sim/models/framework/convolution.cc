#include "sim/models/framework/convolution.h"

#include <utility>

#include "sim/models/framework/pointwise.h"

namespace rematfuzz::nn {

namespace {

struct Saved {
  Tensor x;
  Tensor weight;
  std::int64_t flops = 0;  // of the forward, and of each gradient
  bool first = false;      // nobody wants the gradient of x
};

Gradients backward(Recorder& recorder, const Tensor& gradient, const Saved& saved) {
  const Tensors args = {saved.x, gradient, saved.weight};
  const char* op = "cudnn_convolution_backward";
  if (saved.first) return {Tensor(), recorder.call(op, args, saved.weight.shape(), saved.flops)};
  return recorder.call(op, args, {{saved.x.shape()}, {saved.weight.shape()}},
                       product({2, saved.flops}));
}

}  // namespace

Shape slide(const Shape& images, const Window& window, std::int64_t channels) {
  return {images[0], channels, windows(images[2], window.kernel, window.stride, window.padding),
          windows(images[3], window.kernel, window.stride, window.padding)};
}

Conv2d::Conv2d(Autograd& autograd, std::int64_t in, std::int64_t out, Window window, Bias bias)
    : window_(window), weight_(autograd.parameter({out, in, window.kernel, window.kernel})) {
  if (bias == Bias::with) bias_ = autograd.parameter({out});
}

Tensor Conv2d::operator()(Autograd& autograd, const Tensor& x) const {
  Shape shape = slide(x.shape(), window_, weight_.extent(0));
  const std::int64_t flops =
      product({2, elements(shape), weight_.extent(1), window_.kernel, window_.kernel});
  Saved saved;
  saved.x = autograd.save(x);
  saved.weight = autograd.save(weight_);
  saved.flops = flops;
  saved.first = !x.needs_gradient();
  Tensor result =
      autograd.recorder().call("cudnn_convolution", {x, weight_}, std::move(shape), flops);
  autograd.record({x, weight_}, {result},
                  [saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
                    return backward(recorder, of_outputs[0], saved);
                  });
  if (bias_.defined()) add_bias_in_place(autograd, result, bias_, 1);
  return result;
}

}  // namespace rematfuzz::nn
