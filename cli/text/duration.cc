#include "cli/text/duration.h"

#include <fmt/format.h>

#include <cstdint>

#include "cli/text/number.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double longest = 1000 * hour;

}  // namespace

double parse_duration(std::string_view text) {
  double unit = 1;
  std::string_view number = text;
  if (!text.empty()) {
    const char last = text.back();
    if (last == 'm') unit = minute;
    if (last == 'h') unit = hour;
    if (last == 's' || last == 'm' || last == 'h') number.remove_suffix(1);
  }
  double seconds = 0;
  try {
    seconds = parse_number(number, 0) * unit;
  } catch (const InputError&) {
    throw InputError(fmt::format("{} is no span of time; write 90s, 10m or 1h", quote(text)));
  }
  if (seconds <= 0 || seconds > longest)
    throw InputError(fmt::format("{} is not more than 0 and at most 1000h", quote(text)));
  return seconds;
}

std::string show_duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  if (seconds < minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < hour) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace rematfuzz::cli
