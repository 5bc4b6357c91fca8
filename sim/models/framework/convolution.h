// The two-dimensional convolution layer, on images {batch, channels, height, width}.
#pragma once

#include "sim/models/framework/autograd.h"
#include "sim/models/framework/matmul.h"

namespace rematfuzz::nn {

struct Window {
  std::int64_t kernel = 3;  // height and width
  std::int64_t stride = 1;
  std::int64_t padding = 0;
};

// The shape of images after a window has slid over them, with that many channels. Throws InputError
// if the window fits nowhere.
Shape slide(const Shape& images, const Window& window, std::int64_t channels);

// Saves its input and its weight; workspaces are not modelled.
class Conv2d {
 public:
  Conv2d(Autograd& autograd, std::int64_t in, std::int64_t out, Window window,
         Bias bias = Bias::without);
  Tensor operator()(Autograd& autograd, const Tensor& x) const;

 private:
  Window window_;
  Tensor weight_;  // {out, in, kernel, kernel}
  Tensor bias_;    // {out}, or undefined
};

}  // namespace rematfuzz::nn
