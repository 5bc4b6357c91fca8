// A program as people read it: one operation a line.
#pragma once

#include <string>

#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

// The program of its trace text (docs/trace-text.md), without what stands in front of it; with the
// names that write_log() gives. REQUIRES: a valid program.
std::string text(const Program& program);

}  // namespace rematfuzz::fuzz
