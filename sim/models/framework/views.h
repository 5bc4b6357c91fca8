// Operators that rearrange, cut or join tensors. Views share their base's storage.
#pragma once

#include "sim/models/framework/autograd.h"

namespace rematfuzz::nn {

// A view under another shape of as many elements.
Tensor reshape(Autograd& autograd, const Tensor& x, Shape shape);
// A view with dimensions permuted (strides changed), of shape `shape`.
Tensor permute(Autograd& autograd, const Tensor& x, Shape shape);
// The transposed view of a matrix.
Tensor transpose(Autograd& autograd, const Tensor& x);
// A matrix transposed, without differentiation.
Tensor transposed(Recorder& recorder, const Tensor& x);

// A fresh, contiguous copy.
Tensor contiguous(Autograd& autograd, const Tensor& x);

// Every `step`-th index of one dimension, from the first on: a view.
Tensor slice(Autograd& autograd, const Tensor& x, std::size_t dimension, std::int64_t step);

// Equal parts of the innermost dimension: views. Keeps x for its sizes until the backward.
Tensors split(Autograd& autograd, const Tensor& x, std::int64_t parts);

// Fresh tensors: `xs` joined along a dimension; equal `xs` along a new outermost one; x in zeros.
Tensor cat(Autograd& autograd, const Tensors& xs, std::size_t dimension);
Tensor stack(Autograd& autograd, const Tensors& xs);
Tensor pad(Autograd& autograd, const Tensor& x, Shape shape);

}  // namespace rematfuzz::nn
