#include "cli/options/noise_option.h"

#include <fmt/format.h>

#include <optional>

#include "cli/text/decimal.h"
#include "cli/text/number.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/base/types.h"

namespace rematfuzz::cli {

namespace {

constexpr std::int64_t parts_of_percent = Noise::whole / 100;
constexpr int percent_decimals = 10;  // as many as a percentage can have: parts_of_percent is 10^10

// `value` times `unit`; none: no whole number of parts, or too many.
std::optional<Noise> noise_of(const Decimal& value, std::int64_t unit) {
  Int128 scale = 1;
  for (int i = 0; i < value.decimals; ++i) scale *= 10;
  const Int128 parts = Int128{value.units} * unit;
  if (parts % scale != 0 || parts / scale > Noise::whole) return std::nullopt;
  return Noise{.parts = static_cast<std::int64_t>(parts / scale)};
}

std::optional<Noise> find_noise(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  try {
    return noise_of(parse_decimal(text), percent ? parts_of_percent : Noise::whole);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

Noise parse_noise(std::string_view text) {
  const std::optional<Noise> noise = find_noise(text);
  if (!noise)
    throw InputError(fmt::format(
        "{} is not a noise from 0 to 1 with at most 12 decimals, such as 0.05 or 5%", quote(text)));
  return *noise;
}

std::string noise_text(Noise noise) {
  std::string text = Decimal{noise.parts, percent_decimals}.text();
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + "%";
}

void add_noise_option(CLI::App& app, Noise& noise) {
  add_parsed_option(
      app, "--noise", parse_noise, [&noise](Noise parsed) { noise = parsed; },
      "multiply each cost by a factor that is at most so far from 1: 5% or 0.05")
      ->type_name("P%")
      ->default_str(noise_text(noise));
}

}  // namespace rematfuzz::cli
