// Operators that work element by element, each with its backward.
#pragma once

#include "sim/models/framework/autograd.h"

namespace rematfuzz::nn {

Tensor relu(Autograd& autograd, const Tensor& x);         // saves x
void relu_in_place(Autograd& autograd, const Tensor& x);  // saves the result
Tensor sigmoid(Autograd& autograd, const Tensor& x);      // saves the result
Tensor tanh(Autograd& autograd, const Tensor& x);         // saves the result

// Of equal shapes. add saves nothing, mul saves each factor for the other's gradient.
Tensor add(Autograd& autograd, const Tensor& a, const Tensor& b);
Tensor mul(Autograd& autograd, const Tensor& a, const Tensor& b);

// x times a number that is a constant of the program.
Tensor scale(Autograd& autograd, const Tensor& x);

// x += bias, where `bias` has one element for each extent of `dimension`.
void add_bias_in_place(Autograd& autograd, const Tensor& x, const Tensor& bias,
                       std::size_t dimension);
// The gradient of such a bias, from the gradient of the sum.
Tensor bias_gradient(Recorder& recorder, const Tensor& gradient, const Shape& bias_shape);

// Over the innermost dimension; saves x and the result.
Tensor softmax(Autograd& autograd, const Tensor& x);

// Fused with the making of its mask, which it saves.
Tensor dropout(Autograd& autograd, const Tensor& x);

}  // namespace rematfuzz::nn
