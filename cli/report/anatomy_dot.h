// The anatomy of a moment as a Graphviz graph.
#pragma once

#include <string>

#include "sim/anatomy/anatomy.h"
#include "sim/base/types.h"
#include "sim/trace/trace.h"

namespace rematfuzz::cli {

// The chain from the program's own operator down as nodes, with an edge to a box for each storage
// that a level locks first; what is pinned for good is one box.
std::string anatomy_dot(const Trace& trace, const Anatomy& anatomy, Bytes budget);

}  // namespace rematfuzz::cli
