#include "cli/text/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "cli/text/digit.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t bytes;
};

constexpr std::array units{
    Unit{"", 1},
    Unit{"b", 1},
    Unit{"kb", 1'000},
    Unit{"mb", 1'000'000},
    Unit{"gb", 1'000'000'000},
    Unit{"tb", 1'000'000'000'000},
    Unit{"kib", std::int64_t{1} << 10},
    Unit{"mib", std::int64_t{1} << 20},
    Unit{"gib", std::int64_t{1} << 30},
    Unit{"tib", std::int64_t{1} << 40},
};

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lowered;
}

// In the largest unit of which there is at least one, after rounding. The first unit has no parts.
std::string in_units(double value, double step, std::span<const char* const> names) {
  constexpr double rounds_up = 0.05;
  std::size_t unit = 0;
  for (; value >= step - rounds_up && unit + 1 < names.size(); ++unit) value /= step;
  const int decimals = unit == 0 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3;
  return fmt::format("{:.{}f} {}", value, decimals, names[unit]);
}

}  // namespace

Bytes parse_bytes(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    return InputError(fmt::format(
        "{} is not an amount of memory ({}); write bytes, or a number and a unit: 1.5GiB, 900MB",
        quote(text), why));
  };
  constexpr std::size_t most_digits = 19;
  Int128 number = 0;
  Int128 scale = 1;
  std::size_t digits = 0;
  bool point = false;
  std::size_t at = 0;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    if (++digits > most_digits) throw fail("too many digits");
    number = number * 10 + (text[at] - '0');
    if (point) scale *= 10;
  }
  if (digits == 0) throw fail("it does not start with a number");
  while (at < text.size() && text[at] == ' ') ++at;
  const std::string name = lower(text.substr(at));
  const auto unit = std::ranges::find(units, name, &Unit::name);
  if (unit == units.end()) throw fail(fmt::format("unknown unit {}", quote(text.substr(at))));
  const Int128 bytes = number * unit->bytes / scale;
  if (bytes > unlimited) throw fail("2^63 bytes or more");
  return static_cast<Bytes>(bytes);
}

std::string show_bytes(Bytes bytes) {
  static constexpr std::array names{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  return in_units(static_cast<double>(bytes), 1024, names);
}

std::string show_count(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string show_time(Nanos time) {
  static constexpr std::array names{"ns", "us", "ms", "s"};
  return in_units(static_cast<double>(time), 1000, names);
}

}  // namespace rematfuzz::cli
