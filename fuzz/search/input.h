// What a search target takes: a policy and a program, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

struct Input {
  std::uint8_t policy = 0;  // modulo how many there are to choose from
  Program program;

  bool operator==(const Input&) const = default;
};

// Of at most `most_operators` operators, whatever the bytes.
Input decode_input(std::span<const std::uint8_t> bytes,
                   std::size_t most_operators = most_operations);

std::vector<std::uint8_t> encode_input(const Input& input);

}  // namespace rematfuzz::fuzz
