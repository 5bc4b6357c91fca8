// The training loop that all models share.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/models/framework/autograd.h"
#include "sim/models/model.h"

namespace rematfuzz::nn {

// Every model's option for it.
inline constexpr ModelOption steps_option = {"steps", "training steps", 1, 1, 1000};

// Runs `steps` times: forward (which returns the loss), backward, stochastic gradient descent. Ends
// the recording, so that what is alive then (the parameters) is what the program holds.
void train(Autograd& autograd, std::int64_t steps, const std::function<Tensor()>& forward);

}  // namespace rematfuzz::nn
