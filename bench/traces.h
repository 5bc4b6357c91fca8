// The traces that benchmarks run on: the public ones where ../shared exists, generated ones
// always.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/run/baseline.h"
#include "sim/trace/trace.h"

namespace rematfuzz::bench {

// Names of the eight public traces, as their logs begin.
const std::vector<std::string>& public_names();

// Paths of the public logs whose names begin with `prefix`; empty where there are none.
std::vector<std::string> public_logs(const std::string& prefix);

// A trace with what benchmarks ask of it.
struct Subject {
  Trace trace;
  Baseline baseline;
  // The smallest of the ratios 0.1, 0.2, ... at which DTR passes at an overhead of at most 2.
  double smallest_passing_tenth = 0;
};

// A public trace, read when it is first asked for; nullptr where there is none. The last one is
// kept, so benchmarks of one trace should be registered side by side.
std::shared_ptr<const Subject> public_subject(const std::string& name);

// The training step of a model at its default arguments.
Trace generated(const char* model);

}  // namespace rematfuzz::bench
