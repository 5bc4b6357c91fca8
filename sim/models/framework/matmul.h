// Products of matrices, and the linear layer.
#pragma once

#include "sim/models/framework/autograd.h"

namespace rematfuzz::nn {

// {rows, inner} times {inner, columns}; saves both.
Tensor mm(Autograd& autograd, const Tensor& a, const Tensor& b);
// The same plus a bias of {columns}, in one operator.
Tensor addmm(Autograd& autograd, const Tensor& bias, const Tensor& a, const Tensor& b);
// The same for a batch of matrices, {batch, rows, inner} times {batch, inner, columns}.
Tensor bmm(Autograd& autograd, const Tensor& a, const Tensor& b);

enum class Bias : std::uint8_t { without, with };

// x times the transposed weight, plus the bias: over the innermost dimension of x.
class Linear {
 public:
  Linear(Autograd& autograd, std::int64_t in, std::int64_t out, Bias bias = Bias::with);
  Tensor operator()(Autograd& autograd, const Tensor& x) const;

 private:
  Tensor matrix(Autograd& autograd, const Tensor& x) const;

  Tensor weight_;  // {out, in}
  Tensor bias_;    // {out}, or undefined
};

}  // namespace rematfuzz::nn
