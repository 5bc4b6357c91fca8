// The traces that benchmarks run on: the public ones where ../shared exists, generated ones always.
#pragma once

#include <string>
#include <vector>

#include "sim/trace/trace.h"

namespace rematfuzz::bench {

// Paths of the public logs whose names begin with `prefix`; empty where there are none.
std::vector<std::string> public_logs(const std::string& prefix);

// The training step of a model at its default arguments.
Trace generated(const char* model);

}  // namespace rematfuzz::bench
