#include "sim/models/framework/matmul.h"

#include <utility>

#include "sim/models/framework/pointwise.h"
#include "sim/models/framework/views.h"

namespace rematfuzz::nn {

namespace {

std::int64_t flops_of(std::int64_t rows, std::int64_t inner, std::int64_t columns) {
  return product({2, rows, inner, columns});
}

Tensor multiply(Recorder& recorder, const Tensor& a, const Tensor& b) {
  return recorder.call("mm", {a, b}, {a.extent(0), b.extent(1)},
                       flops_of(a.extent(0), a.extent(1), b.extent(1)));
}

Tensor batch_multiply(Recorder& recorder, const Tensor& a, const Tensor& b) {
  return recorder.call("bmm", {a, b}, {a.extent(0), a.extent(1), b.extent(2)},
                       product({a.extent(0), flops_of(a.extent(1), a.extent(2), b.extent(2))}));
}

Tensor batch_transposed(Recorder& recorder, const Tensor& x) {
  return recorder.view("as_strided", x, {x.extent(0), x.extent(2), x.extent(1)});
}

// What the backward of a product needs: each factor where the other one's gradient is wanted.
struct Factors {
  Tensor a;
  Tensor b;
};

Factors save_factors(Autograd& autograd, const Tensor& a, const Tensor& b) {
  Tensor saved_a = autograd.save_if(b.needs_gradient(), a);
  Tensor saved_b = autograd.save_if(a.needs_gradient(), b);
  return {std::move(saved_a), std::move(saved_b)};
}

Tensor gradient_of_a(Recorder& recorder, const Tensor& gradient, const Factors& saved) {
  if (!saved.b.defined()) return {};
  const Tensor b_transposed = transposed(recorder, saved.b);
  return multiply(recorder, gradient, b_transposed);
}

// Computed transposed, as b is a transposed weight.
Tensor gradient_of_b(Recorder& recorder, const Tensor& gradient, const Factors& saved) {
  if (!saved.a.defined()) return {};
  const Tensor gradient_transposed = transposed(recorder, gradient);
  const Tensor of_weight = multiply(recorder, gradient_transposed, saved.a);
  return transposed(recorder, of_weight);
}

}  // namespace

Tensor mm(Autograd& autograd, const Tensor& a, const Tensor& b) {
  Factors saved = save_factors(autograd, a, b);
  Tensor result = multiply(autograd.recorder(), a, b);
  autograd.record({a, b}, {result},
                  [saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
                    return Gradients{gradient_of_a(recorder, of_outputs[0], saved),
                                     gradient_of_b(recorder, of_outputs[0], saved)};
                  });
  return result;
}

Tensor addmm(Autograd& autograd, const Tensor& bias, const Tensor& a, const Tensor& b) {
  Factors saved = save_factors(autograd, a, b);
  Tensor result = autograd.recorder().call("addmm", {bias, a, b}, {a.extent(0), b.extent(1)},
                                           flops_of(a.extent(0), a.extent(1), b.extent(1)));
  autograd.record({a, b, bias}, {result},
                  [saved = std::move(saved), shape = bias.shape()](Recorder& recorder,
                                                                   const Gradients& of_outputs) {
                    return Gradients{gradient_of_a(recorder, of_outputs[0], saved),
                                     gradient_of_b(recorder, of_outputs[0], saved),
                                     bias_gradient(recorder, of_outputs[0], shape)};
                  });
  return result;
}

Tensor bmm(Autograd& autograd, const Tensor& a, const Tensor& b) {
  Factors saved = save_factors(autograd, a, b);
  Tensor result = batch_multiply(autograd.recorder(), a, b);
  autograd.record(
      {a, b}, {result},
      [saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
        const Tensor& gradient = of_outputs[0];
        Gradients of_inputs(2);
        if (saved.a.defined())
          of_inputs[1] = batch_multiply(recorder, batch_transposed(recorder, saved.a), gradient);
        if (saved.b.defined())
          of_inputs[0] = batch_multiply(recorder, gradient, batch_transposed(recorder, saved.b));
        return of_inputs;
      });
  return result;
}

Linear::Linear(Autograd& autograd, std::int64_t in, std::int64_t out, Bias bias)
    : weight_(autograd.parameter({out, in})) {
  if (bias == Bias::with) bias_ = autograd.parameter({out});
}

Tensor Linear::operator()(Autograd& autograd, const Tensor& x) const {
  if (x.shape().size() == 2) return matrix(autograd, x);
  const std::size_t innermost = x.shape().size() - 1;
  const std::int64_t in = weight_.extent(1);
  const std::int64_t out = weight_.extent(0);
  const Tensor weight_transposed = transpose(autograd, weight_);
  const Tensor rows = reshape(autograd, x, {elements(x.shape()) / in, in});
  const Tensor flat = mm(autograd, rows, weight_transposed);
  Tensor result = reshape(autograd, flat, with_extent(x.shape(), innermost, out));
  if (bias_.defined()) add_bias_in_place(autograd, result, bias_, innermost);
  return result;
}

Tensor Linear::matrix(Autograd& autograd, const Tensor& x) const {
  const Tensor weight_transposed = transpose(autograd, weight_);
  if (!bias_.defined()) return mm(autograd, x, weight_transposed);
  return addmm(autograd, bias_, x, weight_transposed);
}

}  // namespace rematfuzz::nn
