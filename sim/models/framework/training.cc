#include "sim/models/framework/training.h"

namespace rematfuzz::nn {

void train(Autograd& autograd, std::int64_t steps, const std::function<Tensor()>& forward) {
  for (std::int64_t step = 0; step < steps; ++step) {
    const Tensor loss = forward();
    autograd.backward(loss);
    autograd.descend();
  }
  autograd.recorder().finish();
}

}  // namespace rematfuzz::nn
