#include "sim/models/framework/cost.h"

#include <algorithm>

namespace rematfuzz::nn {

Nanos kernel_cost(std::int64_t flops, Bytes traffic) {
  return launch_cost + std::max(flops / flops_per_nano, traffic / bytes_per_nano);
}

}  // namespace rematfuzz::nn
