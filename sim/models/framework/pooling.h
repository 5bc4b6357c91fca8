// Operators that change the resolution of images {batch, channels, height, width}.
#pragma once

#include "sim/models/framework/autograd.h"
#include "sim/models/framework/convolution.h"

namespace rematfuzz::nn {

Tensor max_pool(Autograd& autograd, const Tensor& x, const Window& window);      // saves x, indices
Tensor average_pool(Autograd& autograd, const Tensor& x, const Window& window);  // saves x

// The mean over each image's pixels: {batch, channels}. average_all saves x, mean_all nothing.
Tensor average_all(Autograd& autograd, const Tensor& x);
Tensor mean_all(Autograd& autograd, const Tensor& x);

// Twice as high and as wide, bilinearly.
Tensor upsample_double(Autograd& autograd, const Tensor& x);

}  // namespace rematfuzz::nn
