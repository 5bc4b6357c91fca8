// A program as people read it: one operation a line.
#pragma once

#include <string>

#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

// Such as
//   x0 = constant()  size 5
//   x1, x2 = f(x0)  cost 3, sizes 2, view of x0
//   x3 = copy x1
//   release x0
// with the names that write_log() gives. REQUIRES: a valid program.
std::string text(const Program& program);

}  // namespace rematfuzz::fuzz
