// A pass of the minimizer: one way of making a program simpler, tried at one place after the other.
//
// Adding one is one new file, a line in passes.h and one in pass_table.cc. A pass proposes; whether
// a candidate is simpler and still shows the finding is not its business.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "fuzz/program/program.h"

namespace rematfuzz::minimizer {

// When a pass has its turn: rough ones until none finds anything any more, then all.
enum class Grain : std::uint8_t { rough, fine };

struct Pass {
  std::string_view name;
  std::string_view says;
  Grain grain = Grain::rough;
  // A pass goes through its places once at each level, from levels - 1 (the largest steps) to 0.
  std::size_t (*levels)(const fuzz::Program&) = nullptr;
  std::size_t (*places)(const fuzz::Program&, std::size_t level) = nullptr;
  // The candidate; nothing: there is none at this place. Where a candidate is taken, its place is
  // tried again.
  std::optional<fuzz::Program> (*make)(const fuzz::Program&, std::size_t level,
                                       std::size_t place) = nullptr;
};

std::span<const Pass> pass_table();

}  // namespace rematfuzz::minimizer
