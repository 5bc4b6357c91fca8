#include "properties/programs.h"

#include "fuzz/choices/byte_choices.h"
#include "fuzz/program/codec.h"
#include "fuzz/program/instructions.h"

namespace rematfuzz::properties {

Trace trace_of(const ProgramBytes& program) {
  constexpr std::size_t most_operators = 14;
  fuzz::ByteChoices choices(program.bytes);
  return fuzz::trace_of(
      fuzz::decode(choices, most_operators, fuzz::all_features & ~fuzz::feature_wide));
}

}  // namespace rematfuzz::properties
