#include "fuzz/search/feedback.h"

#include <algorithm>
#include <array>
#include <bit>

#include "fuzz/search/goal.h"

namespace rematfuzz::fuzz {

namespace {

constexpr std::size_t size_classes = 6;    // of programs: up to 4 operators, 8, 16, ...
constexpr std::size_t effect_classes = 8;  // some levels each
constexpr std::size_t mechanisms = 48;     // distinguished, modulo
constexpr std::size_t niches = size_classes * effect_classes;
// Of nesting depths 1 to 2, 3 to 4, and more: what is simple reaches its limit soon, and with one
// scale for all nothing else would count then.
constexpr std::size_t thermometers = 3;
constexpr std::size_t bytes_a_cell = thermometers * levels + niches + mechanisms;

constexpr std::size_t hint_bytes = std::size_t{1} << 12U;
// The engine looks at all of it after each input, so it is not large: where a search has more cells
// than fit, they share.
constexpr std::size_t cell_bytes = std::size_t{1} << 14U;
constexpr std::size_t counter_bytes = hint_bytes + cell_bytes;

// Zeroed in steps of 8 bytes.
alignas(8) __attribute__((section("__libfuzzer_extra_counters"), used,
                          retain)) std::array<std::uint8_t, counter_bytes> counters;

void set_hint(std::size_t index) { counters[index % hint_bytes] = 1; }
void set(std::size_t index) { counters[hint_bytes + index % cell_bytes] = 1; }

std::size_t scale_of(Nesting nesting) {
  if (nesting <= Nesting::two) return 0;
  return nesting == Nesting::up_to_4 ? 1 : 2;
}

std::size_t size_class(std::size_t operators) {
  constexpr std::size_t smallest = 4;
  const std::size_t steps = (std::max<std::size_t>(operators, 1) - 1) / smallest;
  return std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(steps)), size_classes - 1);
}

}  // namespace

void feed_back(const Impression& impression) {
  const std::size_t base = std::size_t{impression.cell} * bytes_a_cell;
  const std::size_t scale = impression.mechanism ? scale_of(impression.mechanism->nesting) : 0;
  for (unsigned level = 0; level < impression.level; ++level) set(base + scale * levels + level);
  const std::size_t niche = base + thermometers * levels;
  const std::size_t effect_class = impression.level * effect_classes / levels;
  set(niche + size_class(impression.operators) * effect_classes + effect_class);
  if (impression.mechanism)
    set(niche + niches + mechanism_index(*impression.mechanism) % mechanisms);
}

void feed_back(const Hint& hint) {
  for (unsigned level = 0; level < hint.level; ++level)
    set_hint(std::size_t{hint.direction} * levels + level);
}

}  // namespace rematfuzz::fuzz
