#include "fuzz/search/input.h"

#include "fuzz/choices/byte_choices.h"
#include "fuzz/program/codec.h"

namespace rematfuzz::fuzz {

namespace {

constexpr std::uint64_t policy_choices = 256;

}  // namespace

Input decode_input(std::span<const std::uint8_t> bytes, std::size_t most_operators) {
  ByteChoices choices(bytes);
  Input input;
  input.policy = static_cast<std::uint8_t>(choices.draw(policy_choices));
  input.program = decode(choices, most_operators);
  return input;
}

std::vector<std::uint8_t> encode_input(const Input& input) {
  std::vector<std::uint8_t> bytes;
  append_choice(bytes, input.policy, policy_choices);
  encode(input.program, bytes);
  return bytes;
}

}  // namespace rematfuzz::fuzz
