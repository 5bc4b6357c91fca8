// A trace log with other costs.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "sim/base/types.h"

namespace rematfuzz {

// Writes the log in file `path` to `out`, `costs[i]` for what its i-th call (of the Trace that
// read_log() makes) takes. What stands before START is left out, START is not. The log is read once
// more and must be as it was: throws InputError if it is not, or does not have that many calls.
void write_costed_log(const std::string& path, std::span<const Nanos> costs, std::ostream& out);

}  // namespace rematfuzz
