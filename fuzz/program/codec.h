// Programs from choices, and back.
//
// One description of the format serves both ways (codec.cc), so that what is written is what is
// read. Whatever the choices, the program is valid: choices go by what is there to choose from.
// Where they run out, it ends as simply as it can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/choices/choice_source.h"
#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

// Draws a program of at most `most_operators` operators (and at most most_operations operations),
// which uses the features of `allowed` only.
Program decode(ChoiceSource& choices, std::size_t most_operators = most_operations,
               std::uint8_t allowed = all_features);

// Appends choices, as bytes, from which ByteChoices decodes the program, its features being those
// that it uses besides its own. REQUIRES: a valid program within the limits of program.h.
void encode(Program program, std::vector<std::uint8_t>& bytes);

}  // namespace rematfuzz::fuzz
