// Numbers on the command line. Nothing but decimal digits counts: no hexadecimal, no blanks, no
// silent wrapping or saturation.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/error.h"
#include "sim/base/types.h"

namespace rematfuzz::cli {

// A whole number from `min` to `max`, in decimal. Throws InputError, quoting the text.
Int128 parse_whole(std::string_view text, Int128 min, Int128 max);

// A number from `min` up, as 0.3, .3, 3, or 3e-1. Throws InputError, quoting the text.
double parse_number(std::string_view text, double min);

// Adds an option whose value is what `parse(text)` makes of its text; an InputError of that is one
// of the option, by name.
template <class Parse, class Store>
CLI::Option* add_parsed_option(CLI::App& app, const std::string& name, Parse parse, Store store,
                               const std::string& help) {
  return app.add_option(
      name,
      [name, parse, store](const CLI::results_t& texts) {
        try {
          store(parse(texts.front()));
          return true;
        } catch (const InputError& error) {
          throw InputError(name + ": " + error.what());
        }
      },
      help);
}

// A whole number from `min` to `max`, which its type says, by default what `target` is.
template <class Integer>
CLI::Option* add_whole_option(CLI::App& app, const std::string& name, Integer& target, Integer min,
                              Integer max, const std::string& help) {
  return add_parsed_option(
             app, name, [min, max](const std::string& text) { return parse_whole(text, min, max); },
             [&target](Int128 value) { target = static_cast<Integer>(value); }, help)
      ->default_str(std::to_string(target));
}

}  // namespace rematfuzz::cli
