// Losses: scalars that training makes small.
#pragma once

#include "sim/models/framework/autograd.h"

namespace rematfuzz::nn {

// Of {rows, classes} scores against a class each ({rows} 64-bit integers).
Tensor cross_entropy(Autograd& autograd, const Tensor& scores, const Tensor& labels);

// Of scores against targets of the same shape.
Tensor binary_cross_entropy(Autograd& autograd, const Tensor& scores, const Tensor& targets);

// The sum of all elements.
Tensor total(Autograd& autograd, const Tensor& x);

}  // namespace rematfuzz::nn
