// Small random programs for properties: the bytes of each are choices, and fewer and smaller bytes
// are a simpler program, so that RapidCheck shrinks programs by shrinking lists of bytes.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <ostream>
#include <vector>

#include "sim/trace/trace.h"

namespace rematfuzz::properties {

struct ProgramBytes {
  std::vector<std::uint8_t> bytes;
};

// NOLINTNEXTLINE(readability-identifier-naming): RapidCheck looks for this name
inline void showValue(const ProgramBytes& program, std::ostream& out) {
  rc::show(program.bytes, out);
}

// What fuzzers make of these bytes (fuzz/program/codec.h), of few operators and without large
// numbers: a property may ask at every budget.
Trace trace_of(const ProgramBytes& program);

}  // namespace rematfuzz::properties

namespace rc {

template <>
struct Arbitrary<rematfuzz::properties::ProgramBytes> {
  static Gen<rematfuzz::properties::ProgramBytes> arbitrary() {
    // All bytes evenly, however small the case: small ones would mean few things.
    constexpr double bytes_a_size = 3;
    auto bytes = gen::scale(bytes_a_size, gen::container<std::vector<std::uint8_t>>(gen::resize(
                                              kNominalSize, gen::arbitrary<std::uint8_t>())));
    return gen::map(std::move(bytes), [](std::vector<std::uint8_t> drawn) {
      return rematfuzz::properties::ProgramBytes{std::move(drawn)};
    });
  }
};

}  // namespace rc
